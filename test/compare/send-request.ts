/** Sends single requests to a server under comparison. */
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** Public address of the club. Both servers receive it as `Host`, so that no answer depends on a port. */
export const SITE_URL = 'https://club.example'

export interface TestRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

export interface TestAnswer {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

const TIMEOUT_MS = 30_000
const TRIES = 5
const agent = new Agent({ keepAlive: true })

/** Sends a request, and repeats it after a 503, which a server sends under load. @throws when no answer arrives in time */
export async function sendRequest(origin: string, question: TestRequest, tries = TRIES): Promise<TestAnswer> {
  const answer = await sendOnce(origin, question)
  if (answer.status !== 503 || tries <= 1) return answer
  await sleep(1000)
  return sendRequest(origin, question, tries - 1)
}

const sendOnce = (origin: string, { method, path, headers, body }: TestRequest) =>
  new Promise<TestAnswer>((resolve, reject) => {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const options = {
      method,
      agent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { Host: new URL(SITE_URL).host, ...json, ...headers },
    }
    const sent = request(origin + path, options, (response) => {
      const list = response.rawHeaders
      const pairs = list.flatMap((name, index): [string, string][] =>
        index % 2 === 0 ? [[name.toLowerCase(), list[index + 1] as string]] : [],
      )
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: pairs, body: bytes }),
        reject,
      )
    })
    sent.on('error', (error) => reject(new Error(`${method} ${path}: ${error.message}`)))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

export const readHeader = ({ headers }: TestAnswer, name: string): string =>
  headers.find(([key]) => key === name)?.[1] ?? ''

export const isText = (answer: TestAnswer): boolean =>
  /^text\/|^image\/svg|json|xml|javascript/.test(readHeader(answer, 'content-type'))

/** Parses the body of an answer. @throws when the status is an error */
export function parseJson({ status, body }: TestAnswer) {
  if (status >= 400) throw new Error(`${status} ${body}`)
  return body.length === 0 ? null : JSON.parse(body.toString())
}
