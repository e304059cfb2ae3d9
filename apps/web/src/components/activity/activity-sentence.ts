import { type Activity, type ActivityResource, roleName } from '@stockie/contracts'

import { formatDay, formatMoney } from '@/lib/format'

/** A sentence about an activity, without its user: the record's name stands between two parts. */
export interface ActivitySentence {
  before: string
  /** Empty if the sentence does not name the record. */
  name: string
  after: string
  /** A line for each field, if several have changed. */
  fields: string[]
}

type Change = Activity['changes'][number]

const activityNouns = {
  customers: 'customer',
  suppliers: 'supplier',
  categories: 'category',
  'expense-categories': 'expense category',
  expenses: 'expense',
  products: 'product',
  sales: 'sale',
  purchases: 'purchase',
  returns: 'return',
  'stock-counts': 'stock count',
  users: 'account',
  shop: 'settings of the shop',
  books: 'books',
} satisfies Record<ActivityResource, string>

const verbs = {
  created: 'added',
  changed: 'changed',
  deleted: 'deleted',
  restored: 'restored',
  recorded: 'recorded',
  'signed-in': 'signed in',
  'signed-out': 'signed out',
  ended: 'ended',
  posted: 'posted',
  undone: 'undid',
  discarded: 'discarded',
  reopened: 'reopened',
} satisfies Record<Activity['action'], string>

/** Where a verb of its own says it better. */
const ownVerbs: Record<string, string> = {
  'users deleted': 'removed',
  'returns created': 'recorded',
}

/** What names the other party of a document. */
const prepositions: Partial<Record<ActivityResource, string>> = {
  sales: 'for',
  purchases: 'from',
  returns: 'from',
}

const fieldNames: Record<string, string> = {
  categoryName: 'category',
  expenseCategoryName: 'category',
  taxNumber: 'tax number',
  slipFooter: 'slip footer',
  slipWidth: 'slip width',
  coverDays: 'days of cover',
  reorderLevel: 'reorder level',
  reorderTarget: 'reorder target',
  secondFactor: 'second factor',
  secondFactorRequired: 'second factor required',
  recoveryCodes: 'recovery codes',
  hasLogo: 'logo',
}

const moneyFields = new Set(['price', 'cost', 'amount', 'refund'])

/** Free text, which would run into the words of the sentence. */
const quotedFields = new Set(['description', 'address', 'slipFooter'])

/** The order of the fields in the forms. */
const fieldOrder = [
  'name',
  'email',
  'role',
  'phone',
  'categoryName',
  'expenseCategoryName',
  'cost',
  'price',
  'amount',
  'stock',
  'date',
  'description',
  'address',
  'taxNumber',
  'slipFooter',
  'slipWidth',
  'coverDays',
  'reorderLevel',
  'reorderTarget',
]

/** The sentence of an activity. In the history of one record, it does not name the record. */
export function activitySentence(activity: Activity, isHistory = false): ActivitySentence {
  const { action, changes, resource } = activity
  const [first] = changes
  if (action === 'signed-in' || action === 'signed-out') return plain(verbs[action])
  if (action === 'ended') {
    return isOwn(activity)
      ? plain('ended sessions on other devices')
      : { ...plain('ended the sessions of'), name: activity.recordName }
  }
  if (action === 'changed' && first && changes.length === 1)
    return oneChange(activity, first, isHistory)
  const verb = ownVerbs[`${resource} ${action}`] ?? verbs[action]
  const record = isHistory ? { ...plain(`${verb} it`) } : ofRecord(activity, verb)
  return {
    ...record,
    fields: changes
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .map((change) => `${capitalized(fieldName(change))} ${changeText(change)}`),
  }
}

const plain = (text: string): ActivitySentence => ({
  before: text,
  name: '',
  after: '',
  fields: [],
})

function isOwn({ resource, userId, recordId }: Activity) {
  return resource === 'users' && userId === recordId
}

/** 'added the customer' Ada, 'recorded' sale 12 'for Ada'. */
function ofRecord(activity: Activity, verb: string): ActivitySentence {
  const { resource, recordName } = activity
  const noun = activityNouns[resource]
  const preposition = prepositions[resource]
  if (resource === 'shop' || resource === 'books') return plain(`${verb} the ${noun}`)
  if (resource === 'stock-counts' && recordName === '') {
    return { ...plain(verb), name: `${noun} ${activity.recordId}` }
  }
  if (!preposition) return { ...plain(`${verb} the ${noun}`), name: recordName }
  return { ...plain(verb), name: nameOf(activity), after: `${preposition} ${recordName}` }
}

/** A document is named by its number, because its name is the other party's. */
function nameOf({ resource, recordId, recordName }: Activity) {
  return resource in prepositions ? `${activityNouns[resource]} ${recordId}` : recordName
}

/** 'changed the price of' Espresso 'from $12.00 to $14.00'. */
function oneChange(activity: Activity, change: Change, isHistory: boolean): ActivitySentence {
  const { resource } = activity
  const own = isOwn(activity)
  const isUnnamed = isHistory || own
  const name = resource === 'shop' || isUnnamed ? '' : nameOf(activity)
  const field = fieldName(change)
  const { before, after } = change
  const of = name && ' of'
  switch (change.field) {
    case 'password':
      return own
        ? plain('chose a new password')
        : { ...plain(name ? 'gave' : 'set'), name, after: 'a new password' }
    case 'recoveryCodes':
      return { ...plain(`made new recovery codes${name && ' for'}`), name }
    case 'logo':
      return plain('replaced the logo')
    case 'hasLogo':
      return plain(after === true ? 'added a logo' : 'removed the logo')
    case 'secondFactor':
      return { ...plain(`turned ${after === true ? 'on' : 'off'} the second factor${of}`), name }
    case 'closedThrough':
      return plain(closedBooksText(before, after))
    case 'secondFactorRequired':
      return plain(
        after === true
          ? 'made a second factor required for owners and managers'
          : 'made a second factor optional for owners and managers',
      )
  }
  const subject = resource === 'shop' ? `the ${field} of the shop` : `the ${field}${of}`
  if (after === null) return { ...plain(`removed ${subject}`), name }
  if (before === null) {
    return { ...plain(`set ${subject}`), name, after: `to ${valueText(change.field, after)}` }
  }
  return { ...plain(`changed ${subject}`), name, after: changeText(change) }
}

function closedBooksText(before: Change['before'], after: Change['after']) {
  if (typeof after !== 'string') return 'opened the books again'
  if (typeof before !== 'string') return `closed the books up to ${formatDay(after)}`
  return `moved the end of the closed books from ${formatDay(before)} to ${formatDay(after)}`
}

function placeOf({ field }: Change) {
  const place = fieldOrder.indexOf(field)
  return place === -1 ? fieldOrder.length : place
}

function fieldName({ field }: Change) {
  return fieldNames[field] ?? field
}

function changeText({ field, before, after }: Change) {
  if (after === null) return before === null ? 'replaced' : 'removed'
  if (before === null) return `set to ${valueText(field, after)}`
  return `from ${valueText(field, before)} to ${valueText(field, after)}`
}

function valueText(field: string, value: NonNullable<Change['before']>): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' && quotedFields.has(field)) return `“${value}”`
  if (typeof value === 'string') return field === 'date' ? formatDay(value) : value
  if (moneyFields.has(field)) return formatMoney(value)
  return field === 'role' ? roleName(value) : value.toLocaleString('en-US')
}

function capitalized(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
