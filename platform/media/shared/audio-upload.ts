import { z } from 'zod'

/** State of an upload. The browser imports only the type, so zod is not in its bundle. */
export const audioUpload = z
  .object({
    offset: z.int().describe('Bytes que ya están.'),
    size: z.int().describe('Bytes de todo el archivo.'),
    notice: z
      .string()
      .optional()
      .describe('Lo que le sacamos al archivo, en palabras. Falta cuando quedó entero.'),
    audio: z.string().nullable().describe('Su camino bajo /media cuando está entero; null: falta una parte.'),
  })
  .meta({ id: 'AudioUpload' })
export type AudioUpload = z.infer<typeof audioUpload>
