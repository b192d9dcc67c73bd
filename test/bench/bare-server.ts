/**
 * Serves stored answers with `node:http` and no other work. It shows how fast an answer in Node can be.
 * @param argv[2] a file with `{path: {status, headers: [name, value, …], body: base64}}`. The process sends `{port}` to its
 * parent when it listens
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
  // Node sends a flat list of headers and a complete body faster than any other form.
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit())
