import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router'
import { Problem, statusByCode } from '../platform/problems.ts'
import { FormInput } from './form.ts'
import { describeDetail } from './messages/field-errors.ts'
import { consolePageMessages } from './messages/pages.ts'
import {
  loadPageContext,
  type MemberContext,
  type PageContext,
  requireMember,
  requireOperator,
  requireUser,
  type UserContext,
} from './page-context.ts'
import { requestContext } from './request-context.ts'

/** Why an action rejected a form, to be shown in that form. */
export interface FormErrors {
  intent: string | null
  /** The error that belongs to no field. */
  message: string | null
  /** Errors by field name. Nested names have dots: `submitter.email`. */
  errors: Record<string, string>
  values: Record<string, string | string[]>
}

type Args = LoaderFunctionArgs | ActionFunctionArgs

const createLoader =
  <C>(loadContext: (args: Args) => Promise<C>) =>
  <T>(load: (context: C) => Promise<T>) =>
  async (args: LoaderFunctionArgs): Promise<T> => {
    try {
      return await load(await loadContext(args))
    } catch (error) {
      // Problems become error pages with their status.
      throw toRouteError(error, args)
    }
  }

/** Creates loaders for everyone, for signed-in users, for members of the workspace, and for operators. */
export const loaderFor = {
  anyone: createLoader<PageContext>(loadPageContext),
  user: createLoader<UserContext>(requireUser),
  member: createLoader<MemberContext>((args) => requireMember(args)),
  /** For pages that may miss what somebody else wrote a moment ago: they may be read from a replica. */
  memberFromReplica: createLoader<MemberContext>((args) => requireMember(args, { mayBeStale: true })),
  operator: createLoader<UserContext>(requireOperator),
}

/** A submitted form of a team member. */
export type MemberActionContext = MemberContext & { form: FormInput }

type Handler<C> = (context: C & { form: FormInput }) => Promise<unknown>

/**
 * Creates actions with one handler for each form `intent` of the page. A handler returns a redirect
 * (`redirectWithFlash`), or data for the same page. Errors in the input are returned as `FormErrors`.
 */
const createAction =
  <C>(loadContext: (args: Args) => Promise<C>) =>
  <H extends Record<string, Handler<C>>>(handlers: H) => {
    const action = async (args: ActionFunctionArgs) => {
      const form = new FormInput(await readForm(args.request))
      const intent = form.text('intent')
      try {
        if (!Object.hasOwn(handlers, intent)) throw data({ message: consolePageMessages.unknownForm }, { status: 400 })
        const context = await loadContext(args)
        form.rejectUnstorable()
        return (await handlers[intent]!({ ...context, form })) as Awaited<ReturnType<H[keyof H]>>
      } catch (error) {
        // Errors in the input belong beside its fields; all others are error pages.
        if (error instanceof Problem && isShownInForm(error)) return formErrorResponse(error, intent, form)
        throw toRouteError(error, args)
      }
    }
    // Read by the test that sweeps all forms.
    return Object.assign(action, { intents: Object.keys(handlers) })
  }

export const actionFor = {
  anyone: createAction<PageContext>(loadPageContext),
  user: createAction<UserContext>(requireUser),
  member: createAction<MemberContext>((args) => requireMember(args)),
  /** For downloads, which may be read from a replica. */
  memberDownload: createAction<MemberContext>((args) => requireMember(args, { mayBeStale: true })),
}

const readForm = (request: Request): Promise<FormData> =>
  request.formData().catch(() => {
    throw data({ message: consolePageMessages.unreadableForm }, { status: 400 })
  })

/** Returns whether the form shows the error: also for a reached limit, too many attempts, and a missing permission. */
const isShownInForm = ({ code }: Problem): boolean => !['not_found', 'internal_error'].includes(code)

function formErrorResponse(problem: Problem, intent: string, form: FormInput) {
  const { details = [], headers } = problem.extra
  const errors: Record<string, string> = {}
  for (const detail of details) {
    const name = detail.path.slice(1).replaceAll('/', '.')
    if (name !== '') errors[name] ??= describeDetail(detail)
  }
  const rest = details.filter(({ path }) => path === '').map(describeDetail)
  const message = details.length === 0 ? problem.message : rest.join(' ') || null
  const formErrors: FormErrors = { intent: intent || null, message, errors, values: form.values() }
  return data({ formErrors }, { status: statusByCode[problem.code], ...(headers && { headers }) })
}

/**
 * Converts a problem to the data of the router's error page, and any other error to its request id, under which it is
 * logged. Redirects and other responses pass through.
 */
function toRouteError(error: unknown, { context, request }: Args): unknown {
  if (!(error instanceof Error) || request.signal.aborted) return error
  const { deps, requestId } = context.get(requestContext)
  if (error instanceof Problem) {
    const { message, status, extra } = error
    return data({ message, requestId }, { status, headers: extra.headers ?? {} })
  }
  deps.log.error({ err: error, requestId }, 'page failed')
  return data({ requestId }, { status: 500 })
}
