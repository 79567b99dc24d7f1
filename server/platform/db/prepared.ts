import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { ByteText } from './byte-text.ts'
import { runCompiled } from './kysely-dialect.ts'

/** Stands for a value while a statement is compiled. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Compiles a statement once and runs it with new values each time, because compiling costs more than everything else
 * this process does for a short statement. `compose` gets a placeholder for each given value and `undefined` for the
 * others, so it may leave parts out; each combination is compiled once. It must not inspect the values.
 *
 * For statements that read or write few rows through an index: outside of a transaction, those that are sent at the same
 * time share a connection, so a slow one would delay the others.
 * @returns a function that runs the statement and resolves with its rows.
 */
export const prepared = <V extends object, R = unknown>(compose: Compose<V, R>) => prepare(compose, false)

/** Like `prepared`, for texts that are only passed through. Only for columns of texts, ids, numbers and times. */
export const preparedForBytes = <V extends object, R = unknown>(compose: Compose<V, R>) =>
  prepare(compose as Compose<V, InBytes<R>>, true)

type InBytes<R> = { [K in keyof R]: R[K] extends string | null ? ByteText | Extract<R[K], null> : R[K] }
type Compose<V, R> = (db: Kysely<Tables>, values: V) => Compilable<R>

function prepare<V extends object, R>(compose: Compose<V, R>, readsBytes: boolean) {
  const compiled = new Map<string, CompiledQuery<R>>()

  const compileOnce = (db: Kysely<Tables>, values: V): CompiledQuery<R> => {
    let shape = ''
    for (const name in values) if (values[name] !== undefined) shape += `${name} `
    let query = compiled.get(shape)
    if (query === undefined) {
      const names = Object.keys(values).filter((name) => values[name as keyof V] !== undefined)
      const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]))
      query = compose(db, placeholders as V).compile()
      compiled.set(shape, query)
    }
    return query
  }

  return async (db: Kysely<Tables>, values: V): Promise<R[]> => {
    const query = compileOnce(db, values)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof V] : parameter,
    )
    return (await runCompiled(db, { ...query, parameters, readsBytes })).rows as R[]
  }
}
