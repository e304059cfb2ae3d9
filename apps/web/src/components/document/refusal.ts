import { ApiError } from '@/lib/api-error'
import { RecordedEarlier } from '@/lib/drafts/recorded-earlier'

type Field = 'party' | 'discount' | 'shippingFees' | 'remark'

/** Why a draft was not recorded: at its fields, and what belongs to none of those. */
export interface Refusal {
  fields: Partial<Record<Field, string>>
  message?: string
  /** It is recorded already, as this one or as another. */
  earlier?: RecordedEarlier
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

export const noRefusal: Refusal = { fields: {} }

/** What was wrong is not known of what stands there now. */
export function withoutFields({ fields, earlier, key }: Refusal, changed: object): Refusal {
  const kept = Object.entries(fields).filter(([field]) => !(field in changed))
  return { fields: Object.fromEntries(kept), earlier, key }
}

interface Issue {
  path: string
  message: string
}

/** Of what the contract refuses before anything is sent. */
export function toRefusal(issues: readonly Issue[]): Refusal {
  const [other] = issues.filter(({ path }) => !fieldOf.has(path))
  return { fields: fieldsOf(issues), ...(other && { message: other.message }) }
}

/** Of what came back from the API, or did not. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof RecordedEarlier) return { fields: {}, earlier: error }
  const { status, errors, message } = error instanceof ApiError ? error : new ApiError(500)
  // Nobody knows whether it is recorded.
  const isOpen = status === 0 || status >= 500
  const calming = isOpen ? ' Sending it again records it once only.' : ''
  return { fields: fieldsOf(errors), message: message + calming }
}

function fieldsOf(issues: readonly Issue[]) {
  const fields: Refusal['fields'] = {}
  for (const { path, message } of issues) {
    const field = fieldOf.get(path)
    if (field) fields[field] ??= message
  }
  return fields
}
