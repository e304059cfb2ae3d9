import { unknownCodeMessage } from '@/components/document/pickers/unknown-code-notice'
import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format'
import { CountQuestion } from './count-question'
import { countedOf, describeNumber, type UnsentNumber } from './numbers/unsent-numbers'
import type { CountedLines, CountedProduct } from './numbers/use-counted-lines'

/** The result of the last scan. */
export type LastScan =
  | { kind: 'counted'; product: CountedProduct }
  /** A product that the count does not have. */
  | { kind: 'outsider'; product: CountedProduct }
  | { kind: 'unknown'; code: string; isLoaded: boolean }

interface CountNoticeProps {
  counted: CountedLines
  scan: LastScan | null
  onAddOutsider: (product: CountedProduct) => void
  findField: (productId: number) => HTMLElement | null | undefined
}

/** The result of the last scan, and the numbers that wait for the user. */
export function CountNotice(props: CountNoticeProps) {
  const { counted, scan, onAddOutsider, findField } = props
  const { numbers, isFailing, unsent } = counted
  const refused = numbers.filter(({ refusal }) => refusal !== undefined)
  const asking = numbers.filter(({ isAsking }) => isAsking)
  // The oldest one stays until it is answered: another one below the pointer would get its click.
  const [question] = asking
  return (
    <div className="grid max-h-[60%] min-h-16 shrink-0 content-center gap-3 overflow-y-auto border-t px-6 py-3 text-sm">
      {refused.map((number) => (
        <RefusedNumber
          key={number.key}
          number={number}
          onDismiss={() => {
            findField(number.productId)?.focus()
            counted.dismiss(number.key)
          }}
        />
      ))}
      {isFailing && unsent.size > 0 && (
        <p role="alert" className="text-warning">
          {unsent.size === 1 ? '1 product is' : `${formatCount(unsent.size)} products are`} not
          saved yet. Stockie keeps trying.
        </p>
      )}
      {(!question || isOfAnother(scan, question)) && (
        <ScanNotice counted={counted} scan={scan} onAddOutsider={onAddOutsider} />
      )}
      {question && (
        <CountQuestion
          key={question.key}
          number={question}
          place={asking.length > 1 ? `1 of ${formatCount(asking.length)}` : undefined}
          product={productOf(question, counted)}
          counted={countedOf(productOf(question, counted), numbers)}
          onAnswer={(choice) => counted.answer(productOf(question, counted), choice)}
          findField={() => findField(question.productId)}
        />
      )}
    </div>
  )
}

/** A product that was scanned while another one waits for an answer. */
function isOfAnother(scan: LastScan | null, { productId }: UnsentNumber) {
  return scan !== null && (scan.kind === 'unknown' || scan.product.productId !== productId)
}

type ScanNoticeProps = Pick<CountNoticeProps, 'counted' | 'scan' | 'onAddOutsider'>

function ScanNotice({ counted, scan, onAddOutsider }: ScanNoticeProps) {
  const text = describeScan(scan, counted)
  const product = scan?.kind === 'counted' ? currentOf(scan.product, counted) : undefined
  return (
    <div className="flex items-center justify-between gap-3">
      {/* Always there, so that screen readers announce each new text. */}
      <output
        className={
          scan?.kind === 'unknown'
            ? 'min-w-0 wrap-anywhere text-destructive'
            : 'min-w-0 wrap-anywhere'
        }
      >
        {text ?? (
          <span className="text-muted-foreground">
            Scan a product to count one piece, or type how many there are.
          </span>
        )}
      </output>
      {product && counted.isOwn(product) && (
        <Button variant="outline" onClick={() => counted.takeBack(product)}>
          Take one back
        </Button>
      )}
      {scan?.kind === 'outsider' && (
        <Button variant="outline" onClick={() => onAddOutsider(scan.product)}>
          Add to the count
        </Button>
      )}
    </div>
  )
}

function describeScan(scan: LastScan | null, counted: CountedLines) {
  if (!scan) return undefined
  if (scan.kind === 'unknown') {
    return scan.isLoaded
      ? unknownCodeMessage(scan.code)
      : 'The products are still loading. Scan it again in a moment.'
  }
  const { name, productId } = scan.product
  if (scan.kind === 'outsider') return `${name} is not in this count.`
  const isAsking = counted.numbers.some(
    (number) => number.isAsking && number.productId === productId,
  )
  if (isAsking) return `${name} waits for your choice.`
  const sum = countedOf(currentOf(scan.product, counted), counted.numbers)
  return sum === null ? `${name} is not counted.` : `${name}: ${formatCount(sum)} counted`
}

function RefusedNumber({ number, onDismiss }: { number: UnsentNumber; onDismiss: () => void }) {
  const { name, refusal } = number
  return (
    <div role="alert" className="flex items-center justify-between gap-3 text-destructive">
      <p className="min-w-0 wrap-anywhere">
        {`${name}: ${describeNumber(number)} was not saved. ${refusal}`}
      </p>
      <Button variant="outline" className="text-foreground" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  )
}

function currentOf(product: CountedProduct, { lineOf }: CountedLines): CountedProduct {
  return lineOf(product.productId) ?? product
}

function productOf({ productId, name }: UnsentNumber, counted: CountedLines): CountedProduct {
  return currentOf({ productId, name, counted: null, entries: 0 }, counted)
}
