import type { ChangeSince } from '@stockie/contracts'

import { actorName } from '@/components/activity/actor-name'
import { DocumentLink } from '@/components/document/document-link'
import { formatDateTime, formatDay } from '@/lib/format'
import { formatDifference } from './figure-texts'
import { totalTitle } from './changed-totals'

/** A change of a total. A click anywhere opens the list that shows the record, unless it is deleted. */
export function ChangeItem({ change }: { change: ChangeSince }) {
  const { day, total, amount, at } = change
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b py-3 text-sm last:border-b-0">
      <ChangedRecord change={change} />
      <span className="text-right font-medium tabular-nums">{formatDifference(amount)}</span>
      <span className="text-[0.8125rem] wrap-anywhere text-muted-foreground">
        <span className="text-foreground">{describeAction(change)}</span> ·{' '}
        <time dateTime={day}>{formatDay(day)}</time>
        {partyOf(change)}
        {movedTo(change)}
      </span>
      <span className="text-right text-[0.8125rem] text-muted-foreground">{totalTitle(total)}</span>
      <span className="col-span-full text-[0.8125rem] wrap-anywhere text-muted-foreground">
        Saved <time dateTime={at}>{formatDateTime(at)}</time> · {actorName(change)}
      </span>
    </li>
  )
}

function ChangedRecord({ change }: { change: ChangeSince }) {
  const { kind, id, name } = recordOf(change)
  const { listedDay } = change
  if (listedDay === null) return <span className="font-medium wrap-anywhere">{name}</span>
  return (
    <DocumentLink kind={kind} id={id} day={listedDay}>
      <span className="wrap-anywhere">{name}</span>
    </DocumentLink>
  )
}

/** What the link opens. A return opens its sale. */
function recordOf({ resource, recordId, saleId, recordName }: ChangeSince) {
  if (resource === 'expenses') {
    return { kind: 'expense', id: recordId, name: recordName || `Expense ${recordId}` } as const
  }
  if (resource === 'purchases') {
    return { kind: 'purchase', id: recordId, name: `Purchase ${recordId}` } as const
  }
  const id = saleId ?? recordId
  return { kind: 'sale', id, name: `${saleId === null ? 'Sale' : 'Return of sale'} ${id}` } as const
}

const verbs = {
  recorded: 'Recorded',
  changed: 'Changed',
  deleted: 'Deleted',
  restored: 'Restored',
} satisfies Record<ChangeSince['action'], string>

function describeAction({ action, isLate }: ChangeSince) {
  return isLate ? 'Entered late' : verbs[action]
}

/** Another total may have what this one lost. */
function movedTo({ resource, day, listedDay }: ChangeSince) {
  if (resource !== 'expenses' || listedDay === null || listedDay === day) return ''
  return ` · now on ${formatDay(listedDay)}`
}

/** The customer or the supplier. The name of an expense is that of the entry. */
function partyOf({ resource, recordName }: ChangeSince) {
  return resource === 'expenses' || recordName === '' ? '' : ` · ${recordName}`
}
