import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'
import { runCompiled } from './kysely-dialect.ts'

/** Stands for a value while a statement is composed. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement that is composed once and run with other values each time; composing costs more than all else that this
 * process does for a short statement. The composer sees each value that is given, and `undefined` for one that is
 * not: so it may leave parts out, and each combination is composed once. It must not look into the values.
 * @returns runs the statement; resolves with its rows.
 */
export function prepared<V extends object, R = unknown>(compose: (db: Kysely<Tables>, values: V) => Compilable<R>) {
  const compositions = new Map<string, CompiledQuery<R>>()

  const composed = (db: Kysely<Tables>, values: V): CompiledQuery<R> => {
    let shape = ''
    for (const name in values) if (values[name] !== undefined) shape += `${name} `
    let query = compositions.get(shape)
    if (query === undefined) {
      const names = Object.keys(values).filter((name) => values[name as keyof V] !== undefined)
      const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]))
      query = compose(db, placeholders as V).compile()
      compositions.set(shape, query)
    }
    return query
  }

  return (db: Kysely<Tables>, values: V): Promise<R[]> => {
    const query = composed(db, values)
    const parameters = query.parameters.map((each) =>
      each instanceof Placeholder ? values[each.name as keyof V] : each,
    )
    return runCompiled(db, { ...query, parameters })
  }
}
