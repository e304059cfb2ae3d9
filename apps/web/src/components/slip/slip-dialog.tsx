import { slipWidths } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'

import { Field } from '@/components/form/field'
import { ListPlaceholder } from '@/components/list-placeholder'
import { useDialogScans } from '@/components/scanner/use-dialog-scans'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from '@/components/ui/dialog'
import { NativeSelect } from '@/components/ui/native-select'
import { Spinner } from '@/components/ui/spinner'
import { useRestoredFocus } from '@/lib/hooks/use-restored-focus'
import { PrintedSlip } from './printed-slip'
import { logoOf, shop, slipWidthLabels } from './shop-settings'
import type { Slip } from './slip-contents'

type PrintedSettings = Pick<ComponentProps<typeof PrintedSlip>, 'shop' | 'logo' | 'width'>

interface SlipDialogProps {
  slip: Slip
  /** Prints without a question. */
  isAutomatic: boolean
  onClose: () => void
}

/** Asks for the width of a slip, prints it and closes. Open while it is mounted. */
export function SlipDialog({ slip, isAutomatic, onClose }: SlipDialogProps) {
  const settings = useQuery(shop)
  const saved = settings.data
  const logo = useQuery({
    ...logoOf(saved ?? { version: 0 }),
    enabled: saved?.hasLogo === true,
  })
  const [chosen, setChosen] = useState<string>()
  const [isPrinting, setIsPrinting] = useState(isAutomatic)
  const printButton = useRef<HTMLButtonElement>(null)
  const restoredFocus = useRestoredFocus()
  const content = useRef<HTMLDivElement>(null)
  useDialogScans(content, undefined)
  const width = slipWidths.find((known) => known === chosen) ?? saved?.slipWidth
  // Not with the settings of an earlier slip, unless they cannot be read.
  const isReady = saved && settings.isFetchedAfterMount && !(saved.hasLogo && logo.isPending)
  const hasFailed = settings.isError && !saved
  // New settings that arrive during the print change nothing: the slip is printed once.
  const [printed, setPrinted] = useState<PrintedSettings>()
  if (isPrinting && isReady && width && !printed) {
    setPrinted({ shop: saved, logo: saved.hasLogo ? logo.data : undefined, width })
  }
  const isAsking = !isAutomatic || hasFailed

  function focusPrint(event: Event) {
    restoredFocus.onOpenAutoFocus()
    event.preventDefault()
    // Enter alone prints.
    printButton.current?.focus()
  }

  return (
    <>
      {printed && <PrintedSlip slip={slip} {...printed} onPrinted={onClose} />}
      {isAsking && (
        <Dialog open onOpenChange={(open) => !open && onClose()}>
          <DialogContent
            ref={content}
            className="max-w-sm gap-5"
            {...restoredFocus}
            onOpenAutoFocus={focusPrint}
          >
            <div>
              <DialogTitle>Print {slip.title}</DialogTitle>
              <DialogDescription>
                {slip.about ??
                  (slip.isCopy ? 'The slip says "Copy".' : 'This is the original slip.')}
              </DialogDescription>
            </div>
            {saved ? (
              <Field label="Slip width" error={undefined}>
                {(select) => (
                  <NativeSelect
                    {...select}
                    value={width}
                    onChange={({ target }) => !isPrinting && setChosen(target.value)}
                  >
                    {slipWidths.map((known) => (
                      <option key={known} value={known}>
                        {slipWidthLabels[known]}
                      </option>
                    ))}
                  </NativeSelect>
                )}
              </Field>
            ) : (
              <ListPlaceholder
                list={settings}
                loading="Loading settings..."
                failure="Failed to load the settings."
              />
            )}
            <DialogFooter>
              <Button variant="outline" onClick={onClose}>
                Cancel
              </Button>
              <Button
                ref={printButton}
                // It waits for the settings and the logo.
                aria-disabled={isPrinting || hasFailed}
                onClick={() => !hasFailed && setIsPrinting(true)}
                className="min-w-28"
              >
                {isPrinting && !hasFailed ? <Spinner /> : <Printer aria-hidden />}
                Print
              </Button>
            </DialogFooter>
          </DialogContent>
        </Dialog>
      )}
    </>
  )
}
