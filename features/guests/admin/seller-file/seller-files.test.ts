/**
 * Files in the manner of 17 sellers and of spreadsheets, with the right tickets of each. They were written without sight of the
 * code.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Ticket } from '../../shared/tickets.ts'
import { readSellerFile } from './read-seller-file.ts'
import { readTickets } from './read-tickets.ts'

const FOLDER = new URL('../../test/seller-files/', import.meta.url)

interface Expected {
  tickets: Ticket[]
  damaged: number
}

/** A company with "&" in its name is read as two people. */
const KNOWN_FAULTS = ['20-eventic.xlsx']

test('the tickets of all files but one are right', async () => {
  const wrong: string[] = []
  for (const name of readdirSync(FOLDER).filter((file) => !file.endsWith('.json'))) {
    const expected = JSON.parse(
      readFileSync(new URL(name.replace(/\.\w+$/, '.json'), FOLDER), 'utf8'),
    ) as Expected
    const file = await readSellerFile(new Uint8Array(readFileSync(new URL(name, FOLDER))), name)
    if ('error' in file) {
      wrong.push(name)
      continue
    }
    const { tickets, damaged } = readTickets(file)
    if (
      JSON.stringify(sort(tickets)) !== JSON.stringify(sort(expected.tickets)) ||
      damaged !== expected.damaged
    )
      wrong.push(name)
  }
  expect(wrong).toEqual(KNOWN_FAULTS)
})

/** Returns the columns of each ticket in one order. */
const sort = (tickets: readonly Ticket[]) =>
  tickets.map(({ code, name, document, quantity, note, refusal }) => [
    code,
    name,
    document,
    quantity,
    note,
    refusal,
  ])
