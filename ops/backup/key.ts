/** The key of an encrypted archive: the first and only line of a file, so that it never stands in a command or a variable. */
import { readFile } from 'node:fs/promises'
import { explainError, explanationLine } from '../../platform/process/explain-error.ts'

const KEY_MIN = 12

/** There is no key in the file, or none that is worth anything; the message is fit to show. */
export class NoKey extends Error {
  override name = 'NoKey'
}

/** @throws NoKey */
export async function keyIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new NoKey(`No se pudo leer la clave: ${explanationLine(explainError(error, file))}`)
  })
  const key = text.replace(/\r?\n$/, '')
  if (key.length < KEY_MIN)
    throw new NoKey(
      `La clave de ${file} tiene que tener ${KEY_MIN} caracteres o más. Una buena: openssl rand -base64 32 > ${file}`,
    )
  return key
}
