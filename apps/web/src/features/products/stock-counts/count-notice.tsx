import { unknownCodeMessage } from '@/components/document/pickers/unknown-code-notice'
import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format'
import { CountQuestion } from './count-question'
import { countedOf, isOnItsWay, type UnsentNumber } from './numbers/unsent-numbers'
import type { CountedLines, CountedProduct } from './numbers/use-counted-lines'

interface CountNoticeProps {
  counted: CountedLines
  /** The product that was scanned last. */
  scanned: number | null
  unknownCode: string | null
  /** The product whose number was typed last. */
  typed: number | null
  onAnswered: (productId: number) => void
}

/** What the last number did, and what it needs from the user. Keeps its height, so that no row moves. */
export function CountNotice(props: CountNoticeProps) {
  const { counted, scanned, unknownCode, typed, onAnswered } = props
  const { numbers, isFailing } = counted
  const refused = numbers.filter(({ refusal }) => refusal !== undefined)
  // The latest one is in the hands of the user.
  const asking = numbers.findLast(({ isAsking }) => isAsking)
  const unsent = numbers.filter(isOnItsWay).length
  return (
    <div className="grid min-h-10 content-center gap-3 text-sm">
      {refused.map((number) => (
        <RefusedNumber
          key={number.key}
          number={number}
          onDismiss={() => counted.dismiss(number.key)}
        />
      ))}
      {isFailing && unsent > 0 && (
        <p role="alert" className="text-warning">
          {unsent === 1 ? '1 number is' : `${formatCount(unsent)} numbers are`} not saved yet.
          Stockie keeps trying.
        </p>
      )}
      {unknownCode !== null && (
        <p role="alert" className="line-clamp-3 wrap-anywhere text-destructive">
          {unknownCodeMessage(unknownCode)}
        </p>
      )}
      {asking ? (
        <CountQuestion
          key={asking.key}
          number={asking}
          product={productOf(asking, counted)}
          counted={countedOf(productOf(asking, counted), numbers)}
          takesFocus={typed === asking.productId}
          onAnswer={(choice) => {
            counted.answer(productOf(asking, counted), choice)
            onAnswered(asking.productId)
          }}
        />
      ) : (
        <ScannedProduct counted={counted} scanned={scanned} hasOther={unknownCode !== null} />
      )}
    </div>
  )
}

interface ScannedProductProps extends Pick<CountNoticeProps, 'counted' | 'scanned'> {
  hasOther: boolean
}

function ScannedProduct({ counted, scanned, hasOther }: ScannedProductProps) {
  const number = counted.numbers.find(({ productId }) => productId === scanned)
  const product =
    scanned === null ? undefined : (counted.lineOf(scanned) ?? (number && toProduct(number)))
  if (!product) {
    if (hasOther) return null
    return (
      <p className="text-muted-foreground">
        Scan a product to count one piece, or type how many there are.
      </p>
    )
  }
  const sum = countedOf(product, counted.numbers) ?? 0
  return (
    <div className="flex items-center justify-between gap-3">
      <output className="min-w-0 wrap-anywhere">
        <strong className="font-semibold">{product.name}</strong>: {formatCount(sum)} counted
      </output>
      <Button
        variant="outline"
        aria-disabled={sum === 0}
        onClick={() => sum > 0 && counted.takeBack(product)}
      >
        Take one back
      </Button>
    </div>
  )
}

function RefusedNumber({ number, onDismiss }: { number: UnsentNumber; onDismiss: () => void }) {
  return (
    <div role="alert" className="flex items-center justify-between gap-3 text-destructive">
      <p className="min-w-0 wrap-anywhere">
        {`${number.name}: ${formatCount(number.counted)} was not saved. ${number.refusal}`}
      </p>
      <Button variant="outline" className="text-foreground" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  )
}

function productOf(number: UnsentNumber, { lineOf }: CountedLines): CountedProduct {
  return lineOf(number.productId) ?? toProduct(number)
}

/** A product that joins the count with this number. */
function toProduct({ productId, name }: UnsentNumber): CountedProduct {
  return { productId, name, counted: null, entries: 0 }
}
