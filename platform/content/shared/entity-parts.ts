/** Parts of answers that several resources have. The browser imports only types from this file. */
import { z } from 'zod'
import { instant } from '../../api/shared/response-fields.ts'

/** Data of a `<picture>` element. Widths in px, ascending */
export const picture = z
  .object({
    src: z.string().describe('El JPEG más grande.'),
    width: z.int(),
    height: z.int(),
    base: z.string().describe('Cada archivo es base-ancho.formato.'),
    widths: z.array(z.int()),
    formats: z.array(z.enum(['avif', 'webp', 'jpg'])),
    placeholder: z.string().describe('Una miniatura como data URL.'),
  })
  .meta({ id: 'Picture' })
export type Picture = z.infer<typeof picture>

/** Paths of share images. A path changes when the content of the image changes. */
export const share = z
  .object({
    preview: z.string().describe('Para la vista previa de un enlace, 1200×630.'),
    post: z.string().describe('Para publicar, 1080×1350.'),
    story: z.string().describe('Para una historia, 1080×1920.'),
    qr: z
      .string()
      .nullable()
      .describe(
        'Un SVG que lleva a su página; al lado, con .png, de 1024 px al menos. null: falta SITE_URL.',
      ),
    text: z.string().describe('Listo para pegar.'),
    lost: z
      .array(z.string())
      .describe(
        'Partes del título y de los nombres que las imágenes no pueden dibujar: emojis, otros alfabetos.',
      ),
  })
  .meta({
    id: 'Share',
    description: 'Para quien administra: con qué se comparte. Las direcciones cambian con lo que muestran.',
  })
export type Share = z.infer<typeof share>

/** A link that shows a hidden item to its holder. */
export const previewLink = z
  .object({ url: z.string().describe('Un camino donde falta SITE_URL.'), expiresAt: instant() })
  .meta({ id: 'PreviewLink' })
export type PreviewLink = z.infer<typeof previewLink>
