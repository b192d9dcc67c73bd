/** Reads the file of an exported chat. It is read in the browser and never sent. */
import { type ChatMessage, readChat } from './read-chat.ts'

/** Largest text of a chat. Bytes */
export const CHAT_MAX = 2_000_000
/** Largest zip. One without pictures is smaller than its text. Bytes */
export const ZIP_MAX = 20_000_000

export type ChatFile = { ok: true; messages: ChatMessage[] } | { ok: false; error: string }

const refuse = (error: string): ChatFile => ({ ok: false, error })

export async function readChatFile(file: Blob): Promise<ChatFile> {
  try {
    if (await isZip(file)) return file.size > ZIP_MAX ? refuse(ZIP_TOO_LARGE) : await readZip(file)
    return file.size > CHAT_MAX ? refuse(TOO_LARGE) : readText(await file.arrayBuffer())
  } catch {
    return refuse('No se pudo leer el archivo. Elegilo de nuevo.')
  }
}

function readText(bytes: BufferSource): ChatFile {
  const text = decode(bytes)
  if (text === null) return refuse(NO_TEXT)
  if (text.trim() === '') return refuse('El archivo está vacío.')
  const messages = readChat(text)
  return messages.length > 0 ? { ok: true, messages } : refuse(NO_MESSAGE)
}

/** Reads the first text with messages of a zip, as iOS exports one. */
async function readZip(file: Blob): Promise<ChatFile> {
  const { unzipSync } = await import('fflate')
  let isTooLarge = false
  let texts: Uint8Array[]
  try {
    texts = Object.values(
      unzipSync(new Uint8Array(await file.arrayBuffer()), {
        filter: ({ name, size, originalSize }) => {
          if (!name.endsWith('.txt')) return false
          const isLarge = Math.max(size, originalSize) > CHAT_MAX
          isTooLarge ||= isLarge
          return !isLarge
        },
      }),
    )
  } catch {
    return refuse(ZIP_BROKEN)
  }
  const found = texts.map((text) => readText(text as Uint8Array<ArrayBuffer>)).find(({ ok }) => ok)
  return found ?? refuse(isTooLarge ? TOO_LARGE : ZIP_WITHOUT_CHAT)
}

/** Every zip begins with the signature of its first file (APPNOTE.TXT 4.3.7). */
const isZip = async (file: Blob): Promise<boolean> =>
  decode(await file.slice(0, 4).arrayBuffer()) === 'PK\u0003\u0004'

/** Decodes UTF-8, which WhatsApp writes. @returns null for other bytes */
function decode(bytes: BufferSource): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const TOO_LARGE =
  'El chat supera los 2 MB. En WhatsApp, seleccioná los mensajes de estos días, copialos y pegalos acá.'
const NO_TEXT = 'No se puede leer como texto. Elegí el .txt o el .zip tal como lo exportó WhatsApp.'
const NO_MESSAGE = 'No encontramos ningún mensaje. Elegí lo que WhatsApp exporta con «Exportar chat».'
const ZIP_TOO_LARGE = 'El .zip supera los 20 MB. Exportá el chat de nuevo, con «Sin archivos».'
const ZIP_WITHOUT_CHAT = 'El .zip no tiene ningún chat. Elegí el que WhatsApp exporta con «Exportar chat».'
const ZIP_BROKEN =
  'No se puede abrir el .zip. Abrilo en la app Archivos o en la computadora, y elegí el _chat.txt que tiene adentro.'
