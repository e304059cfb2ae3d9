import type { CsvDelimiter } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { FollowingDialog } from '@/components/crud/following-dialog'
import { ModalDialog } from '@/components/crud/modal-dialog'
import { FormError } from '@/components/form/form-error'
import { shop } from '@/components/slip/shop-settings'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { DialogFooter } from '@/components/ui/dialog'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import { readStored, writeStored } from '@/lib/browser-storage'
import type { KnownRange } from '@/lib/date-ranges'
import { formatCount } from '@/lib/format'
import { useToday } from '@/lib/hooks/use-today'
import { type ExportedTable, type ExportItems, nameFile, planExport } from './export-plan'
import { useExport } from './use-export'

interface ExportDialogProps {
  table: ExportedTable & { isBusy: boolean; matchCount: number }
  /** The ids of the visible columns, in their order. */
  visible: readonly string[]
  /** The days of the rows, if the list has some. */
  range: KnownRange | undefined
  items: ExportItems<never> | undefined
  onClose: () => void
}

/** Saves the rows of a table as a file. On a phone, the View menu returns the focus before it opens. */
export function ExportDialog(props: ExportDialogProps) {
  return (
    <FollowingDialog>
      <ExportForm {...props} />
    </FollowingDialog>
  )
}

function ExportForm({ table, visible, range, items, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<'csv' | 'xlsx'>('csv')
  const [columns, setColumns] = useState<'visible' | 'all'>('visible')
  const [hasItems, setHasItems] = useState(false)
  const [delimiter, setDelimiter] = useDelimiter()
  const today = useToday()
  const { state, start, cancel } = useExport(onClose)
  const itemsId = useId()
  const noteId = useId()
  const isRunning = state.step === 'running'
  const shopSettings = useQuery(shop)
  // The file names the shop beside its ids, so that an import does not take those of another shop for its own.
  const isReady = columns === 'visible' || shopSettings.data !== undefined
  const canExport = table.found !== null && !table.isBusy && table.matchCount > 0 && isReady

  function exportFile() {
    if (!canExport || isRunning) return
    const chosenItems = hasItems ? items : undefined
    const days = range ?? { from: today, to: today }
    const fileName = nameFile(table, days, { hasItems, format })
    start({
      plan: planExport(table, {
        columns,
        visible,
        items: chosenItems,
        shopKey: shopSettings.data?.key ?? undefined,
      }),
      fileName,
      title: table.name,
      format,
      delimiter,
    })
  }

  return (
    <ModalDialog
      title="Export"
      description="Saves the rows of the list as a file: those that the search and the filters show, on all pages, in their order."
      onClose={onClose}
    >
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        <Choice
          title="Format"
          value={format}
          options={[
            ['csv', 'CSV'],
            ['xlsx', 'XLSX'],
          ]}
          onChoose={setFormat}
        />
        <Choice
          title="Columns"
          value={columns}
          options={[
            ['visible', 'Visible columns'],
            ['all', 'All columns'],
          ]}
          onChoose={setColumns}
        />
        {format === 'csv' && (
          <Choice
            title="Delimiter"
            value={delimiter}
            options={[
              [',', 'Comma'],
              [';', 'Semicolon'],
            ]}
            onChoose={setDelimiter}
          />
        )}
      </div>
      {items && (
        <div className="mt-4 text-sm">
          <div className="flex min-h-10 items-center gap-3">
            <Checkbox
              id={itemsId}
              checked={hasItems}
              aria-describedby={noteId}
              onChange={({ target }) => setHasItems(target.checked)}
            />
            <label htmlFor={itemsId}>With items</label>
          </div>
          <p id={noteId} className="text-muted-foreground">
            One row for each line. The amounts of a document are only on its first row, so that sums
            stay right.
          </p>
        </div>
      )}
      <div className="mt-4 grid min-h-12 content-start gap-2 text-sm">
        {isRunning && (
          <progress
            aria-label="Progress"
            max={100}
            value={state.percent ?? undefined}
            className="h-2 w-full accent-primary"
          />
        )}
        <output className="text-muted-foreground">
          {state.step === 'cancelled' ? 'Export cancelled. ' : ''}
          {isRunning ? describeProgress(state.percent, hasItems) : describeRows(table, hasItems)}
        </output>
        <FormError message={state.step === 'failed' ? state.message : undefined} />
      </div>
      <DialogFooter className="mt-4">
        <Button type="button" variant="outline" onClick={isRunning ? cancel : onClose}>
          Cancel
        </Button>
        <Button
          type="button"
          aria-disabled={!canExport || isRunning}
          onClick={exportFile}
          className="min-w-24"
        >
          {state.step === 'failed' ? 'Try again' : 'Export'}
        </Button>
      </DialogFooter>
    </ModalDialog>
  )
}

interface ChoiceProps<Value extends string> {
  title: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChoose: (value: Value) => void
}

function Choice<Value extends string>({ title, value, options, onChoose }: ChoiceProps<Value>) {
  const id = useId()

  function choose(text: string) {
    const option = options.find(([name]) => name === text)
    if (option) onChoose(option[0])
  }

  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>{title}</Label>
      <NativeSelect id={id} value={value} onChange={({ target }) => choose(target.value)}>
        {options.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}

function describeRows({ found, matchCount }: ExportDialogProps['table'], hasItems: boolean) {
  if (!found) return 'The rows are not loaded yet.'
  if (matchCount === 0) return 'There are no rows to export.'
  const count = formatCount(matchCount)
  if (hasItems) {
    return matchCount === 1
      ? 'The lines of 1 document will be written.'
      : `The lines of ${count} documents will be written.`
  }
  return matchCount === 1 ? '1 row will be written.' : `${count} rows will be written.`
}

function describeProgress(percent: number | null, hasItems: boolean) {
  return hasItems && percent === null ? 'Loading the items...' : 'Exporting...'
}

const delimiterKey = 'stockie-csv-delimiter'

/** The delimiter of this browser, which stays for the next time. */
function useDelimiter() {
  const [delimiter, setDelimiter] = useState<CsvDelimiter>(
    readStored(delimiterKey) === ';' ? ';' : ',',
  )

  function choose(value: CsvDelimiter) {
    setDelimiter(value)
    writeStored(delimiterKey, value)
  }

  return [delimiter, choose] as const
}
