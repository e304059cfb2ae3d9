import {
  lineTotal,
  type ParkedSale,
  parkedSaleChecks,
  type ParkedSaleInput,
  parkedSales as contract,
} from '@stockie/contracts'

import { ApiError } from '@/lib/api/api-client'
import { isKeyConflict, isRefusal, newIdempotencyKey } from '@/lib/api/idempotency'
import {
  blankDraft,
  type Draft,
  isBlankDraft,
  noPickedDate,
  parseAmount,
  type Party,
  type Resuming,
} from '@/lib/drafts/draft'
import { changeDraft, finishDraft, readDraft } from '@/lib/drafts/draft-store'
import { createStore } from '@/lib/external-store'
import { formatDateTime } from '@/lib/format'
import { readToken } from '@/lib/session/session-store'
import { parkedSales } from './parked-sale-requests'

/** The draft of this user. It goes on if the user leaves the screen or signs out. */
export interface Till {
  owner: number
  /** The customer that the screen shows for a draft without one. */
  usual: Party | null
  signal: AbortSignal
  /** The session that began. Another user may have signed in meanwhile. */
  token: string | null
}

/** True if parking would store nothing: neither a date nor the received amount is stored. */
export function hasNothingToPark(draft: Draft) {
  return isBlankDraft({ ...draft, ...noPickedDate, received: '' })
}

function toParkedSaleInput(draft: Draft, usual: Party | null): ParkedSaleInput {
  return {
    name: draft.name,
    customerId: (draft.party ?? usual)?.id ?? null,
    discount: parseAmount(draft.discount),
    shippingFees: parseAmount(draft.shippingFees),
    remark: draft.remark,
    saleDetails: draft.lines.map(({ productId, price, quantity }) => ({
      productId,
      price,
      quantity,
      total: lineTotal(price, quantity),
    })),
  }
}

function toDraft(sale: ParkedSale): Draft {
  const { customerId, customerName, discount, shippingFees, remark, name, saleDetails } = sale
  return {
    ...blankDraft,
    party: customerId === null ? null : { id: customerId, name: customerName ?? '' },
    lines: saleDetails.map(({ productId, productName, price, quantity }) => {
      return { productId, name: productName, price, quantity }
    }),
    discount: String(discount),
    shippingFees: String(shippingFees),
    remark: remark ?? '',
    name: name ?? '',
    key: newIdempotencyKey(),
  }
}

/** Parks the draft and starts a new one. A retry after a lost answer parks it once. */
export async function parkDraft(till: Till): Promise<void> {
  const { owner, usual } = till
  const draft = readDraft('sales', owner)
  if (draft.attempts.length > 0) {
    // Parking forgets the key that records a submitted sale only once.
    throw new ApiError(409, {
      detail:
        'The open sale may be recorded already, so it cannot be parked. Submit it again: it is recorded only once.',
    })
  }
  const { data, error } = contract.input.safeParse(toParkedSaleInput(draft, usual))
  if (error) throw new ApiError(422, { detail: describeIssue(error.issues[0]?.message) })
  markAsParked(owner, true)
  const sent = readDraft('sales', owner)
  try {
    await parkOnce(till, data, sent.key)
  } catch (failure) {
    // An earlier request without an answer may have parked it.
    if (!draft.mayBeParked && isRefusal(failure)) markAsParked(owner, false, sent.key)
    throw failure
  }
  finishDraft('sales', owner, sent)
}

function describeIssue(message: string = parkedSaleChecks.empty) {
  // A remark or a discount alone also blocks every Resume.
  return message === parkedSaleChecks.empty ? `${message} Or clear the open sale.` : message
}

function markAsParked(owner: number, mayBeParked: boolean, key?: string) {
  changeDraft('sales', owner, (draft) =>
    key === undefined || draft.key === key ? { ...draft, mayBeParked } : draft,
  )
}

/** More than the changes that a user makes between two retries without an answer. */
const maxKeys = 20

/**
 * An earlier request whose answer was lost may have parked this draft before its last change, or the parked sale
 * may be deleted since. Then the draft is parked under the next key.
 */
async function parkOnce(
  till: Till,
  input: ParkedSaleInput,
  draftKey: string,
  count = 1,
): Promise<void> {
  assertSameSession(till)
  const key = count === 1 ? draftKey : `${draftKey}-${count}`
  const isParked = await parkedSales.park({ input, key, signal: till.signal }).then(
    ({ isDeleted }) => !isDeleted,
    (error: unknown) => {
      if (!isKeyConflict(error) || count === maxKeys) throw error
      return false
    },
  )
  if (!isParked) await parkOnce(till, input, draftKey, count + 1)
}

function assertSameSession({ token }: Till) {
  if (readToken() !== token) throw new ApiError(401)
}

/**
 * Resumes a parked sale as the draft, and parks the open one first. If the answer is lost, the draft remembers the
 * request, and the same key gets the sale later.
 */
export async function resumeSale(till: Till, sale: Pick<Resuming, 'id' | 'label'>): Promise<void> {
  const { owner } = till
  const pending = readDraft('sales', owner).resuming
  if (pending && pending.id !== sale.id) {
    await settleResuming(till, pending)
    return resumeSale(till, sale)
  }
  await parkOpenDraft(till)
  const request = { ...sale, key: newIdempotencyKey() }
  // Another tab may have stored its request meanwhile.
  changeDraft('sales', owner, (draft) => ({ ...draft, resuming: draft.resuming ?? request }))
  const stored = readDraft('sales', owner).resuming ?? request
  return stored.id === sale.id ? finishResuming(till, stored) : resumeSale(till, sale)
}

/** The sale may be this till's already, so its request must not be forgotten. */
async function settleResuming(till: Till, pending: Resuming): Promise<void> {
  try {
    await finishResuming(till, pending)
  } catch (error) {
    // The sale is gone, or another tab took it over.
    if (readDraft('sales', till.owner).resuming?.key === pending.key) throw error
  }
}

/** The resume requests of this tab that wait for their answers. */
export const runningResumes = createStore(0)

interface Pending extends Resuming {
  /** Without a click of the user, the open draft stays open. */
  keepsOpenDraft?: boolean
}

/** Sends the request of the draft again, and takes the sale over. */
export async function finishResuming(till: Till, pending: Pending): Promise<void> {
  runningResumes.set(runningResumes.get() + 1)
  try {
    await replaceOpenDraft(till, pending, await take(till, pending))
  } finally {
    runningResumes.set(runningResumes.get() - 1)
  }
}

async function take(till: Till, { id, key }: Pending): Promise<ParkedSale> {
  const { owner, signal } = till
  assertSameSession(till)
  try {
    return await parkedSales.take({ id, key, signal })
  } catch (error) {
    if (!isGone(error)) throw error
    changeDraft('sales', owner, (draft) =>
      draft.resuming?.key === key ? { ...draft, resuming: null } : draft,
    )
    throw new ApiError(error.status, { detail: describeGone(error) })
  }
}

/** The user, or another tab, may enter something at any moment. */
async function replaceOpenDraft(till: Till, pending: Pending, sale: ParkedSale): Promise<void> {
  const isPending = (draft: Draft) => draft.resuming?.key === pending.key
  const resumed = toDraft(sale)
  changeDraft('sales', till.owner, (draft) =>
    isPending(draft) && hasNothingToPark(draft) ? resumed : draft,
  )
  const draft = readDraft('sales', till.owner)
  if (draft.key === resumed.key) return
  if (!isPending(draft)) {
    throw new ApiError(409, { detail: 'This browser has already resumed this sale.' })
  }
  if (pending.keepsOpenDraft)
    throw new ApiError(409, { detail: 'Another sale is open. "Resume it" parks that sale.' })
  await parkDraft(till)
  await replaceOpenDraft(till, pending, sale)
}

async function parkOpenDraft(till: Till): Promise<void> {
  if (!hasNothingToPark(readDraft('sales', till.owner))) await parkDraft(till)
}

/** Another till has resumed the sale, or it was deleted. */
function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}

function describeGone({ conflict: { takenByName, takenAt } }: ApiError) {
  if (takenByName === undefined || takenAt === undefined) return 'This parked sale was deleted.'
  return `${takenByName} resumed this sale on ${formatDateTime(takenAt)}.`
}
