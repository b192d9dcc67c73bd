import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { CHAT_MAX, readChatFile, ZIP_MAX } from './read-chat-file.ts'

const line = '22/11/26, 21:03 - Ana: Beto +1\n'
const read = (...parts: BlobPart[]) => readChatFile(new Blob(parts))

const zip = (files: Record<string, string>) =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))),
  )
const tooLong = line.repeat(Math.ceil(CHAT_MAX / line.length))

describe('a file of a chat is refused', () => {
  test.each([
    ['without bytes', '', 'El archivo está vacío.'],
    ['with blank lines alone', '\ufeff \r\n\n', 'El archivo está vacío.'],
    ['without a message', 'Ana Gómez\nBeto', 'No encontramos ningún mensaje.'],
    ['that is a picture', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'No se puede leer como texto.'],
    [
      'in another encoding',
      new Uint8Array([...Buffer.from(`${line}José`, 'latin1')]),
      'No se puede leer como texto.',
    ],
    ['over 2 MB', tooLong, 'El chat supera los 2 MB.'],
    ['that is half a zip', zip({ '_chat.txt': line }).slice(0, 60), 'No se puede abrir el .zip.'],
    ['that is a zip of pictures', zip({ '1.jpg': line }), 'El .zip no tiene ningún chat.'],
    ['that is a zip without a message', zip({ '_chat.txt': 'Ana' }), 'El .zip no tiene ningún chat.'],
    ['that is a zip with over 2 MB', zip({ '_chat.txt': tooLong }), 'El chat supera los 2 MB.'],
    [
      'that is a zip over 20 MB',
      new Blob([zip({ 'a.txt': line }), new Uint8Array(ZIP_MAX)]),
      'El .zip supera los 20 MB.',
    ],
  ])('%s', async (_, content, words) => {
    expect(await read(content)).toEqual({ ok: false, error: expect.stringContaining(words) })
  })

  test('that cannot be read', async () => {
    const gone = Object.assign(new Blob([line]), {
      arrayBuffer: () => Promise.reject(new Error('NotReadableError')),
    })
    expect(await readChatFile(gone)).toEqual({
      ok: false,
      error: 'No se pudo leer el archivo. Elegilo de nuevo.',
    })
  })
})

test('a file of a chat is read, also after a byte order mark and in a zip', async () => {
  const messages = [{ day: '2026-11-22', author: 'Ana', lines: ['Beto +1'] }]
  expect(await read(line)).toEqual({ ok: true, messages })
  expect(await read(zip({ '1.jpg': 'x', 'notas.txt': 'Ana', '_chat.txt': line }))).toEqual({
    ok: true,
    messages,
  })
  expect(await read('\ufeff', line)).toEqual({ ok: true, messages })
})
