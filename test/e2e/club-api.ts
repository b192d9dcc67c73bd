/**
 * Requests with which journeys prepare the club, clean up, and read what is stored. A refused request fails the journey
 * where it was sent. Requests whose answer is the subject of a journey use Playwright's `request`.
 */
import { type APIResponse, type Page, test } from './journey.ts'

/** A page, a browser context, or the fixtures of a test. The request has its cookies. */
type Sender = Pick<Page, 'request'>

/** The type of Playwright's `json()`, for callers that name no other type. */
type Json = Awaited<ReturnType<APIResponse['json']>>

async function send<T>({ request }: Sender, method: string, path: string, data: unknown): Promise<T> {
  const answer = await request.fetch(path, { method, ...(data !== undefined && { data }) })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  const json: Json = answer.status() === 204 ? null : await answer.json()
  return json
}

/**
 * Creates the function of a method. For the error of a boxed step, Playwright reports the line of the caller. The function
 * awaits the step, because only then is the caller part of the stack.
 */
const createSender =
  (method: string) =>
  async <T = Json>(sender: Sender, path: string, data?: unknown): Promise<T> =>
    await test.step(`${method} ${path}`, () => send<T>(sender, method, path, data), { box: true })

/** Each function returns the JSON of the answer, or null for an answer without content. */
export const readFrom = createSender('GET')
export const postTo = createSender('POST')
export const putTo = createSender('PUT')
export const deleteAt = createSender('DELETE')
