import { ApiError } from '@/lib/api/api-error'
import { AlreadySavedError } from '@/lib/api/idempotency'

type Field = 'party' | 'discount' | 'shippingFees' | 'remark'

/** Why a draft was not recorded: at its fields, and what belongs to none of those. */
export interface SubmitErrors {
  fields: Partial<Record<Field, string>>
  message?: string
  /** It is recorded already, as this one or as another. */
  earlier?: AlreadySavedError
  /** Whose it is: another draft may have come in its place. */
  key?: string
}

const fieldOf = new Map<string, Field>([
  ['customerId', 'party'],
  ['supplierId', 'party'],
  ['discount', 'discount'],
  ['shippingFees', 'shippingFees'],
  ['remark', 'remark'],
])

export const noSubmitErrors: SubmitErrors = { fields: {} }

/** What was wrong is not known of what stands there now. */
export function withoutFieldErrors(
  { fields, earlier, key }: SubmitErrors,
  changed: object,
): SubmitErrors {
  const kept = Object.entries(fields).filter(([field]) => !(field in changed))
  return { fields: Object.fromEntries(kept), earlier, key }
}

interface Issue {
  path: string
  message: string
}

/** Of what the contract refuses before anything is sent. */
export function submitErrorsFromIssues(issues: readonly Issue[]): SubmitErrors {
  const [other] = issues.filter(({ path }) => !fieldOf.has(path))
  return { fields: fieldsOf(issues), ...(other && { message: other.message }) }
}

/** Of what came back from the API, or did not. */
export function submitErrorsFromError(error: unknown): SubmitErrors {
  if (error instanceof AlreadySavedError) return { fields: {}, earlier: error }
  const { status, errors, message } = error instanceof ApiError ? error : new ApiError(500)
  // Nobody knows whether it is recorded.
  const isOpen = status === 0 || status >= 500
  const calming = isOpen ? ' Sending it again records it once only.' : ''
  return { fields: fieldsOf(errors), message: message + calming }
}

function fieldsOf(issues: readonly Issue[]) {
  const fields: SubmitErrors['fields'] = {}
  for (const { path, message } of issues) {
    const field = fieldOf.get(path)
    if (field) fields[field] ??= message
  }
  return fields
}
