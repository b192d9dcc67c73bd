/**
 * The fastest possible answer in Node: a `node:http` server that sends stored bytes and headers without any other work.
 * @param argv[2] a file with `{path: {status, headers: [name, value, …], body: base64}}`. The process sends `{port}` to
 * its parent when it listens
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BareAnswer {
  status: number
  headers: string[]
  body: string
}

const answers = new Map(
  Object.entries(
    JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Record<string, BareAnswer>,
  ).map(([path, answer]) => [path, { ...answer, body: Buffer.from(answer.body, 'base64') }]),
)

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (!answer) return void response.writeHead(404).end()
  // The fastest way in Node: a flat list of headers, sent at once, and a body that is ready.
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit())
