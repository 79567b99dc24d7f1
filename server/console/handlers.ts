import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router'
import { Problem, statusByCode } from '../platform/problems.ts'
import { FormInput } from './form.ts'
import {
  loadPageContext,
  type MemberContext,
  type PageContext,
  requireMember,
  requireUser,
  type UserContext,
} from './page-context.ts'
import { requestContext } from './request-context.ts'

/** What a form was refused for, to be shown where it was filled in. */
export interface FormErrors {
  intent: string | null
  /** What belongs to no field. */
  message: string | null
  /** By the name of the field. */
  errors: Record<string, string>
  values: Record<string, string | string[]>
}

type Args = LoaderFunctionArgs | ActionFunctionArgs

const createLoader =
  <V>(visitOf: (args: Args) => Promise<V>) =>
  <T>(load: (visit: V) => Promise<T>) =>
  async (args: LoaderFunctionArgs): Promise<T> => {
    try {
      return await load(await visitOf(args))
    } catch (error) {
      throw toRouteError(error, args)
    }
  }

/** Makes loaders: for anybody, for who is signed in, for a member in their workspace. */
export const loaderFor = {
  anyone: createLoader<PageContext>(loadPageContext),
  user: createLoader<UserContext>(requireUser),
  member: createLoader<MemberContext>(requireMember),
}

type Handler<V> = (visit: V & { form: FormInput }) => Promise<unknown>

/**
 * Makes actions: one handler for each `intent` that a form of the page can have. A handler answers a redirect
 * (`done(…)`), or data for a form that stays where it is. What a verb refuses about the input is answered beside it.
 */
const createAction =
  <V>(visitOf: (args: Args) => Promise<V>) =>
  <H extends Record<string, Handler<V>>>(handlers: H) => {
    const action = async (args: ActionFunctionArgs) => {
      const form = new FormInput(await formOf(args.request))
      const intent = form.text('intent')
      try {
        if (!Object.hasOwn(handlers, intent)) throw data({ message: 'This page has no such form.' }, { status: 400 })
        const visit = await visitOf(args)
        form.rejectUnstorable()
        return (await handlers[intent]!({ ...visit, form })) as Awaited<ReturnType<H[keyof H]>>
      } catch (error) {
        if (error instanceof Problem && isAboutInput(error)) return formErrorResponse(error, intent, form)
        throw toRouteError(error, args)
      }
    }
    // The sweep over all forms asks which there are.
    return Object.assign(action, { intents: Object.keys(handlers) })
  }

export const actionFor = {
  anyone: createAction<PageContext>(loadPageContext),
  user: createAction<UserContext>(requireUser),
  member: createAction<MemberContext>(requireMember),
}

const formOf = (request: Request): Promise<FormData> =>
  request.formData().catch(() => {
    throw data({ message: 'What was sent is no form.' }, { status: 400 })
  })

/** A cap that was reached, too many attempts, a role that may not: told on the page that asked. */
const isAboutInput = ({ code }: Problem): boolean => !['not_found', 'internal_error'].includes(code)

function formErrorResponse(problem: Problem, intent: string, form: FormInput) {
  const { details = [], headers } = problem.extra
  const errors: Record<string, string> = {}
  for (const { path, message } of details) {
    const name = path.slice(1).replaceAll('/', '.')
    if (name !== '') errors[name] ??= toSentence(message)
  }
  const rest = details.filter(({ path }) => path === '').map(({ message }) => toSentence(message))
  const message = details.length === 0 ? toSentence(problem.message) : rest.join(' ') || null
  const refusal: FormErrors = { intent: intent || null, message, errors, values: form.values() }
  return data({ refusal }, { status: statusByCode[problem.code], ...(headers && { headers }) })
}

/** As the console writes: the API says "email", after its fields, and the labels here say "E-mail". */
const toSentence = (message: string): string => {
  const written = message.replaceAll(/\bemail\b(?=[ .,]|$)/g, 'e-mail').replaceAll(/\bEmail\b(?= )/g, 'E-mail')
  const text = `${written.slice(0, 1).toUpperCase()}${written.slice(1)}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/**
 * A refusal as the router's error page takes it, and a failure with the number under which the log has it; redirects and
 * the like as they are.
 */
function toRouteError(error: unknown, { context, request }: Args): unknown {
  if (!(error instanceof Error) || request.signal.aborted) return error
  const { deps, requestId } = context.get(requestContext)
  if (error instanceof Problem) {
    const { message, code, extra } = error
    return data({ message, requestId }, { status: statusByCode[code], headers: extra.headers ?? {} })
  }
  deps.log.error({ err: error, requestId }, 'page failed')
  return data({ requestId }, { status: 500 })
}
