/** Queries whose words never change: built and compiled once, then only bound to what they are asked with. */
import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** Stands where a value will be. */
class Place {
  name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Has a place for every name. */
const places = new Proxy({}, { get: (_, name) => new Place(String(name)) })

/**
 * @param build makes and compiles the query from its values, of which it may only say where they stand
 * @returns asks it. Building and compiling a query takes Kysely as long as SQLite takes to answer it.
 */
export function prepared<Given extends object, Found = unknown>(
  build: (db: Db, given: Given) => CompiledQuery<Found>,
): (db: Db, given: Given) => Promise<Found[]> {
  // A database and its transactions share an adapter.
  const compiled = new WeakMap<object, CompiledQuery<Found>>()
  return async (db, given) => {
    const executor = db.getExecutor()
    let query = compiled.get(executor.adapter)
    if (!query) {
      query = build(db, places as Given)
      compiled.set(executor.adapter, query)
    }
    const values = given as Record<string, unknown>
    const parameters = query.parameters.map((value) => (value instanceof Place ? values[value.name] : value))
    const { rows } = await executor.executeQuery({ ...query, parameters })
    return rows as Found[]
  }
}

/** One of each for every shape that is asked for, as tables and sets of columns are. */
export function preparedBy<Given extends object, Found = unknown>(
  build: (shape: string) => (db: Db, given: Given) => CompiledQuery<Found>,
): (shape: string) => (db: Db, given: Given) => Promise<Found[]> {
  const known = new Map<string, (db: Db, given: Given) => Promise<Found[]>>()
  return (shape) => {
    const query = known.get(shape) ?? prepared(build(shape))
    known.set(shape, query)
    return query
  }
}
