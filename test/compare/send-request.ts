/** Sends single requests to a server under comparison. */
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** The club's public address. Both servers get it as `Host`, so that no answer depends on a port. */
export const SITE = 'https://club.example'

export interface Question {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

export interface Answer {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

const TIMEOUT_MS = 30_000
const TRIES = 5
const agent = new Agent({ keepAlive: true })

/** Repeats the request after a 503, which a server sends under load. @throws when no answer arrives in time */
export async function ask(origin: string, question: Question, tries = TRIES): Promise<Answer> {
  const answer = await askOnce(origin, question)
  if (answer.status !== 503 || tries <= 1) return answer
  await sleep(1000)
  return ask(origin, question, tries - 1)
}

const askOnce = (origin: string, { method, path, headers, body }: Question) =>
  new Promise<Answer>((resolve, reject) => {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const options = {
      method,
      agent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { Host: new URL(SITE).host, ...json, ...headers },
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

export const headerOf = ({ headers }: Answer, name: string): string =>
  headers.find(([key]) => key === name)?.[1] ?? ''

export const isText = (answer: Answer): boolean =>
  /^text\/|^image\/svg|json|xml|javascript/.test(headerOf(answer, 'content-type'))

/** @throws when the answer is an error */
export function jsonOf({ status, body }: Answer) {
  if (status >= 400) throw new Error(`${status} ${body}`)
  return body.length === 0 ? null : JSON.parse(body.toString())
}
