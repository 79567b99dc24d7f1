import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router'
import { Problem, statusOf } from '../platform/problems.ts'
import { entranceContext } from './request-context.ts'
import { FormInput } from './form.ts'
import { type MemberVisit, memberVisitOf, type PersonVisit, personVisitOf, type Visit, visitOf } from './page-context.ts'

/** What a form was refused for, to be shown where it was filled in. */
export interface Refusal {
  intent: string | null
  /** What belongs to no field. */
  message: string | null
  /** By the name of the field. */
  errors: Record<string, string>
  values: Record<string, string | string[]>
}

type Args = LoaderFunctionArgs | ActionFunctionArgs

const loader =
  <V>(visitOf: (args: Args) => Promise<V>) =>
  <T>(load: (visit: V) => Promise<T>) =>
  async (args: LoaderFunctionArgs): Promise<T> => {
    try {
      return await load(await visitOf(args))
    } catch (error) {
      throw shown(error, args)
    }
  }

/** Makes loaders: for anybody, for who is signed in, for a member in their workspace. */
export const loads = {
  anyone: loader<Visit>(visitOf),
  person: loader<PersonVisit>(personVisitOf),
  member: loader<MemberVisit>(memberVisitOf),
}

type Handler<V> = (visit: V & { form: FormInput }) => Promise<unknown>

/**
 * Makes actions: one handler for each `intent` that a form of the page can have. A handler answers a redirect
 * (`done(…)`), or data for a form that stays where it is. What a verb refuses about the input is answered beside it.
 */
const actions =
  <V>(visitOf: (args: Args) => Promise<V>) =>
  <H extends Record<string, Handler<V>>>(handlers: H) => {
    const action = async (args: ActionFunctionArgs) => {
      const form = new FormInput(await formOf(args.request))
      const intent = form.text('intent')
      try {
        if (!Object.hasOwn(handlers, intent)) throw data({ message: 'This page has no such form.' }, { status: 400 })
        const visit = await visitOf(args)
        form.refuseUnstorable()
        return (await handlers[intent]!({ ...visit, form })) as Awaited<ReturnType<H[keyof H]>>
      } catch (error) {
        if (error instanceof Problem && isAboutInput(error)) return refused(error, intent, form)
        throw shown(error, args)
      }
    }
    // The sweep over all forms asks which there are.
    return Object.assign(action, { intents: Object.keys(handlers) })
  }

export const acts = {
  anyone: actions<Visit>(visitOf),
  person: actions<PersonVisit>(personVisitOf),
  member: actions<MemberVisit>(memberVisitOf),
}

const formOf = (request: Request): Promise<FormData> =>
  request.formData().catch(() => {
    throw data({ message: 'What was sent is no form.' }, { status: 400 })
  })

/** A cap that was reached, too many attempts, a role that may not: told on the page that asked. */
const isAboutInput = ({ code }: Problem): boolean => !['not_found', 'internal_error'].includes(code)

function refused(problem: Problem, intent: string, form: FormInput) {
  const { details = [], headers } = problem.extra
  const errors: Record<string, string> = {}
  for (const { path, message } of details) {
    const name = path.slice(1).replaceAll('/', '.')
    if (name !== '') errors[name] ??= sentence(message)
  }
  const rest = details.filter(({ path }) => path === '').map(({ message }) => sentence(message))
  const message = details.length === 0 ? sentence(problem.message) : rest.join(' ') || null
  const refusal: Refusal = { intent: intent || null, message, errors, values: form.values() }
  return data({ refusal }, { status: statusOf[problem.code], ...(headers && { headers }) })
}

/** As the console writes: the API says "email", after its fields, and the labels here say "E-mail". */
const sentence = (message: string): string => {
  const written = message.replaceAll(/\bemail\b(?=[ .,]|$)/g, 'e-mail').replaceAll(/\bEmail\b(?= )/g, 'E-mail')
  const text = `${written.slice(0, 1).toUpperCase()}${written.slice(1)}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/**
 * A refusal as the router's error page takes it, and a failure with the number under which the log has it; redirects and
 * the like as they are.
 */
function shown(error: unknown, { context, request }: Args): unknown {
  if (!(error instanceof Error) || request.signal.aborted) return error
  const { deps, requestId } = context.get(entranceContext)
  if (error instanceof Problem) {
    const { message, code, extra } = error
    return data({ message, requestId }, { status: statusOf[code], headers: extra.headers ?? {} })
  }
  deps.log.error({ err: error, requestId }, 'page failed')
  return data({ requestId }, { status: 500 })
}
