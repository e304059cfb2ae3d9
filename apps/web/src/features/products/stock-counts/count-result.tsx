import type { StockCountDetail, StockCountLine } from '@stockie/contracts'
import { useRef, useState } from 'react'

import { SheetScroll } from '@/components/details-sheet'
import { ShowMore, useShownRows } from '@/components/show-more'
import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format'
import {
  countProducts,
  describeCounter,
  describeDifferences,
  describeSteps,
  formatUnits,
  formatValue,
  hidesDifferences,
} from './count-texts'
import { describeNumber, isOnItsWay } from './numbers/unsent-numbers'
import type { CountedLines } from './numbers/use-counted-lines'
import { useCountScans } from './use-count-scans'

const pageSize = 100

interface CountResultProps {
  count: StockCountDetail
  counted: CountedLines
  /** Shows the products that have no number. */
  onCountRest: () => void
}

/** The differences of a count, largest first. */
export function CountResult({ count, counted, onCountRest }: CountResultProps) {
  const differing = differencesOf(count)
  const { shown, more } = useShownRows(hidesDifferences(count) ? [] : differing, pageSize)
  const agreeing = count.lines.filter(({ difference }) => difference === 0).length
  const uncounted = count.products - count.counted
  const deleted = count.lines.filter(({ isDeleted, counted: sum }) => isDeleted && sum !== null)
  const part = useRef<HTMLDivElement>(null)
  const [wasScanned, setWasScanned] = useState(false)
  useCountScans(part, {
    findByCode: () => undefined,
    onUnknown: () => setWasScanned(true),
  })
  return (
    <SheetScroll label="Differences">
      <div ref={part} className="grid gap-4 pt-5 text-sm">
        {count.state !== 'finished' && <LateNumbers counted={counted} />}
        {wasScanned && (
          <p role="alert" className="text-destructive">
            {count.state === 'finished'
              ? 'The scan counted nothing. Choose Count on first.'
              : 'The scan counted nothing, because the count is over.'}
          </p>
        )}
        <p className="text-base font-semibold">{headlineOf(count)}</p>
        <ul className="grid gap-1 text-muted-foreground">
          {!hidesDifferences(count) && agreeing > 0 && (
            <li>{`${countProducts(agreeing)} as expected`}</li>
          )}
          {deleted.length > 0 && (
            <li>{`${countProducts(deleted.length)} deleted since, not corrected`}</li>
          )}
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
            <Difference key={line.productId} line={line} isPosted={count.postedAt !== null} />
          ))}
        </ul>
      </div>
      <ShowMore {...more} />
    </SheetScroll>
  )
}

function headlineOf(count: StockCountDetail) {
  if (count.state === 'discarded') return 'Discarded. It corrects nothing.'
  return describeDifferences(count)
}

/** The numbers of this user that came when the count was over. */
function LateNumbers({ counted: { numbers, dismissWaiting } }: Pick<CountResultProps, 'counted'>) {
  const late = numbers.filter((number) => !isOnItsWay(number))
  if (late.length === 0) return null
  const list = late.map((number) => `${number.name} ${describeNumber(number)}`).join(', ')
  return (
    <div role="alert" className="grid justify-items-start gap-2 text-destructive">
      <p className="wrap-anywhere">{`Not saved, because the count is over: ${list}.`}</p>
      <Button variant="outline" className="text-foreground" onClick={dismissWaiting}>
        Dismiss
      </Button>
    </div>
  )
}

function Difference({ line, isPosted }: { line: CountedDifference; isPosted: boolean }) {
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
      <MovedNotes line={line} isPosted={isPosted} />
    </li>
  )
}

function MovedNotes({ line, isPosted }: { line: StockCountLine; isPosted: boolean }) {
  const { counted, moved, movedWhileCounting } = line
  return (
    <>
      {moved !== 0 && (
        <p className="col-span-2 text-[0.8125rem] text-muted-foreground">
          {`Moved since it was counted: ${formatUnits(moved)}. The stock ${isPosted ? 'became' : 'becomes'} ${formatCount((counted ?? 0) + moved)}.`}
        </p>
      )}
      {movedWhileCounting !== 0 && (
        <p className="col-span-2 text-[0.8125rem] text-warning">
          {`Moved between its numbers: ${formatUnits(movedWhileCounting)}. Count it again to be sure.`}
        </p>
      )}
    </>
  )
}

/** 'Expected 38, counted 36 by Nora Lindqvist, 14:05' */
function describeNumbers(line: CountedDifference) {
  const { expected, counted } = line
  const numbers = `Expected ${formatCount(expected ?? 0)}, counted ${formatCount(counted ?? 0)}`
  return `${numbers} ${describeCounter(line)}`.trimEnd()
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
