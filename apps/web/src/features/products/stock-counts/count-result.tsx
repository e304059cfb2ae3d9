import type { StockCountDetail, StockCountLine } from '@stockie/contracts'

import { SheetScroll } from '@/components/details-sheet'
import { ShowMore, useShownRows } from '@/components/show-more'
import { Button } from '@/components/ui/button'
import { formatCount, formatTime } from '@/lib/format'
import {
  countProducts,
  describeDifferences,
  describeSteps,
  formatUnits,
  formatValue,
} from './count-texts'
import type { UnsentNumbers } from './numbers/unsent-numbers'

const pageSize = 100

interface CountResultProps {
  count: StockCountDetail
  /** Numbers of this user that came too late. */
  unsaved: UnsentNumbers
  onDismissUnsaved: () => void
  /** Shows the products that have no number. */
  onCountRest: () => void
}

/** The differences of a count, largest first. */
export function CountResult(props: CountResultProps) {
  const { count, unsaved, onDismissUnsaved, onCountRest } = props
  const differing = differencesOf(count)
  const { shown, more } = useShownRows(differing, pageSize)
  const agreeing = count.counted - differing.length
  const uncounted = count.products - count.counted
  return (
    <SheetScroll label="Differences">
      <div className="grid gap-4 pt-5 text-sm">
        {unsaved.length > 0 && (
          <div role="alert" className="grid justify-items-start gap-2 text-destructive">
            <p className="wrap-anywhere">
              {`Not saved, because the count is over: ${unsaved.map(({ name, counted }) => `${name} ${formatCount(counted)}`).join(', ')}.`}
            </p>
            <Button variant="outline" className="text-foreground" onClick={onDismissUnsaved}>
              Dismiss
            </Button>
          </div>
        )}
        <p className="text-base font-semibold">{describeDifferences(count)}</p>
        <ul className="grid gap-1 text-muted-foreground">
          {agreeing > 0 && <li>{`${countProducts(agreeing)} as expected`}</li>}
          {uncounted > 0 && (
            <li className="flex flex-wrap items-center justify-between gap-x-3">
              {`${countProducts(uncounted)} not counted, left as ${uncounted === 1 ? 'it is' : 'they are'}`}
              {count.state === 'finished' && (
                <Button variant="link" size="text" onClick={onCountRest}>
                  Count the rest
                </Button>
              )}
            </li>
          )}
          {describeSteps(count).map((step) => (
            <li key={step} className="wrap-anywhere">
              {step}
            </li>
          ))}
        </ul>
        <ul aria-label="Differences" className="divide-y">
          {shown.map((line) => (
            <Difference key={line.productId} line={line} />
          ))}
        </ul>
      </div>
      <ShowMore {...more} />
    </SheetScroll>
  )
}

function Difference({ line }: { line: CountedDifference }) {
  const { name, code, difference, cost } = line
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 py-3">
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-right font-semibold tabular-nums">{formatUnits(difference)}</p>
      <p className="wrap-anywhere text-muted-foreground tabular-nums">
        {[code, describeNumbers(line)].filter((fact) => fact !== null).join(' · ')}
      </p>
      <p className="text-right text-muted-foreground tabular-nums">
        {formatValue(difference * cost)}
      </p>
      <MovedNotes line={line} />
    </li>
  )
}

function MovedNotes({ line: { moved, movedWhileCounting } }: { line: StockCountLine }) {
  return (
    <>
      {moved !== 0 && (
        <p className="col-span-2 text-[0.8125rem] text-muted-foreground">
          {`${formatUnits(moved)} moved since it was counted, which stays.`}
        </p>
      )}
      {movedWhileCounting !== 0 && (
        <p className="col-span-2 text-[0.8125rem] text-warning">
          {`${formatUnits(movedWhileCounting)} moved between its numbers. Count it again to be sure.`}
        </p>
      )}
    </>
  )
}

/** 'Expected 38, counted 36 by Nora Lindqvist, 14:05' */
function describeNumbers({ expected, counted, countedByName, countedAt }: CountedDifference) {
  const numbers = `Expected ${formatCount(expected ?? 0)}, counted ${formatCount(counted ?? 0)}`
  if (countedAt === null) return numbers
  return `${numbers} by ${countedByName ?? 'a deleted account'}, ${formatTime(new Date(countedAt))}`
}

export type CountedDifference = StockCountLine & { difference: number }

/** The largest value first, and with the same value the most pieces. */
export function differencesOf({ lines }: Pick<StockCountDetail, 'lines'>) {
  const size = ({ difference, cost }: CountedDifference) => Math.abs(difference * cost)
  return lines
    .filter((line): line is CountedDifference => line.difference !== null && line.difference !== 0)
    .toSorted(
      (one, other) =>
        size(other) - size(one) || Math.abs(other.difference) - Math.abs(one.difference),
    )
}
