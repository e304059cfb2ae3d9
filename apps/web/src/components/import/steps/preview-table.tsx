import {
  importFields,
  type ImportedRow,
  type ImportKind,
  type ImportOptions,
  type ImportResource,
} from '@stockie/contracts'
import type { ReactNode } from 'react'

import { NativeSelect } from '@/components/ui/native-select'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'
import { cn } from '@/lib/cn'
import { formatCount } from '@/lib/format'

import { fieldLabel, formatCell, isEmpty } from '@/components/import/import-sentences'

/** Null follows the suggestion. A number is the id of a record. */
export type RowChoice = ImportOptions['choices'][number]['choice'] | null

interface PreviewTableProps {
  kind: ImportKind
  title: string
  resource: ImportResource
  /** The first hundred. */
  rows: readonly ImportedRow[]
  count: number
  choices: ImportOptions['choices']
  onChoose: (line: number, choice: RowChoice) => void
}

/** The rows of one kind. */
export function PreviewTable(props: PreviewTableProps) {
  const { kind, title, resource, rows, count, choices, onChoose } = props
  if (rows.length === 0) {
    return (
      <p className="px-4 py-10 text-center text-sm text-muted-foreground">
        There are no such rows.
      </p>
    )
  }

  const details = detailsOf(kind, resource, rows)
  const chosen = new Map(choices.map(({ line, choice }) => [line, choice]))
  return (
    <>
      <section
        aria-label={`${title} rows`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-b-lg outline-none focus-visible:ring-[3px] focus-visible:ring-ring/60 focus-visible:ring-inset"
      >
        <Table>
          <TableHeader className="max-sm:hidden">
            <TableRow>
              <TableHead className="w-16 text-right">Row</TableHead>
              {details.map(({ header, isNumber }) => (
                <TableHead key={header} className={cn(isNumber && 'text-right')}>
                  {header}
                </TableHead>
              ))}
              <TableHead className="w-48">Import as</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.line} className={phoneRow}>
                <TableCell data-title="Row" className={cn('text-right tabular-nums', phoneCell)}>
                  {row.line}
                </TableCell>
                {details.map(({ header, isNumber, isWide, show }) => (
                  <TableCell
                    key={header}
                    data-title={header}
                    className={cn(
                      'max-w-72 py-2',
                      isNumber ? 'text-right tabular-nums' : 'min-w-28 whitespace-normal',
                      isWide && 'max-w-md min-w-60',
                      phoneCell,
                    )}
                  >
                    <div className="min-w-0">{show(row)}</div>
                  </TableCell>
                ))}
                <TableCell data-title="Import as" className={cn('py-1', phoneCell)}>
                  <ChoiceSelect
                    row={row}
                    choice={chosen.get(row.line) ?? null}
                    onChoose={(choice) => onChoose(row.line, choice)}
                  />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </section>
      {count > rows.length && (
        <p className="border-t px-4 py-3 text-sm text-muted-foreground">
          {`The first ${formatCount(rows.length)} of ${formatCount(count)} rows.`}
        </p>
      )}
    </>
  )
}

/* On a phone, a row is a list of titles and values. */
const phoneRow = 'max-sm:grid max-sm:gap-1.5 max-sm:px-4 max-sm:py-3'
const phoneCell =
  'max-sm:flex max-sm:h-auto max-sm:max-w-none max-sm:min-w-0 max-sm:items-baseline max-sm:gap-3 max-sm:p-0 max-sm:text-left max-sm:before:w-24 max-sm:before:shrink-0 max-sm:before:text-muted-foreground max-sm:before:content-[attr(data-title)]'

interface Detail {
  header: string
  isNumber?: boolean
  isWide?: boolean
  show: (row: ImportedRow) => ReactNode
}

/** The columns between the row's number and the user's choice. */
function detailsOf(
  kind: ImportKind,
  resource: ImportResource,
  rows: readonly ImportedRow[],
): Detail[] {
  const record: Detail = { header: 'Record', show: (row) => <MatchedRecord row={row} /> }
  const name: Detail = { header: 'Name', show: ({ values }) => formatCell(values['name']) }
  if (kind === 'changed') {
    return [
      record,
      { header: 'Changes', isWide: true, show: (row) => <Changes row={row} resource={resource} /> },
    ]
  }
  if (kind === 'unchanged') return [record]
  if (kind === 'new') {
    return importFields[resource]
      .filter(
        (field) => field.kind !== 'id' && rows.some(({ values }) => !isEmpty(values[field.name])),
      )
      .map((field) => ({
        header: field.label,
        isNumber: field.kind === 'wholeNumber',
        show: ({ values }) => (
          <span
            className={cn(
              field.name === 'code' && 'whitespace-nowrap',
              field.kind === 'text' && field.name !== 'code' && 'line-clamp-3 wrap-anywhere',
            )}
          >
            {formatCell(values[field.name])}
          </span>
        ),
      }))
  }
  return [
    name,
    { header: 'Reason', isWide: true, show: (row) => <Problems row={row} resource={resource} /> },
  ]
}

function MatchedRecord({ row: { record, values } }: { row: ImportedRow }) {
  if (!record) return formatCell(values['name'])
  return (
    <>
      <span className="wrap-anywhere">{record.name}</span>{' '}
      <span className="whitespace-nowrap text-muted-foreground tabular-nums">ID {record.id}</span>
    </>
  )
}

interface RowPartProps {
  row: ImportedRow
  resource: ImportResource
}

function Changes({ row, resource }: RowPartProps) {
  return (
    <ul className="grid gap-1">
      {row.changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted-foreground">{fieldLabel(resource, field)}: </span>
          <del className="text-muted-foreground">
            <span className="sr-only">from </span>
            {formatCell(before)}
          </del>{' '}
          <span aria-hidden>→ </span>
          <span className="sr-only">to </span>
          <ins className="font-medium no-underline">{formatCell(after)}</ins>
        </li>
      ))}
    </ul>
  )
}

function Problems({ row, resource }: RowPartProps) {
  return (
    <ul className="grid gap-1">
      {row.problems.map(({ field, message }) => (
        <li key={`${field} ${message}`} className="wrap-anywhere">
          {field !== null && (
            <span className="text-muted-foreground">
              {fieldLabel(resource, field)}
              {quote(row.values[field])}
              {': '}
            </span>
          )}
          {message}
        </li>
      ))}
    </ul>
  )
}

/** In characters. */
const longestQuote = 40

/** The refused text, so that the user need not look into the file. */
function quote(value: ImportedRow['values'][string] | undefined) {
  if (isEmpty(value)) return ''
  const text = String(value)
  return ` “${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}”`
}

interface ChoiceSelectProps {
  row: ImportedRow
  choice: RowChoice
  onChoose: (choice: RowChoice) => void
}

function ChoiceSelect({ row, choice, onChoose }: ChoiceSelectProps) {
  const records = new Map(row.candidates.map(({ id, name }) => [id, name]))
  // The chosen record may be no candidate any more.
  if (typeof choice === 'number' && !records.has(choice)) {
    records.set(choice, row.record?.id === choice ? row.record.name : 'Record')
  }

  function choose(value: string) {
    if (value === '') onChoose(null)
    else onChoose(value === 'new' || value === 'skip' ? value : Number(value))
  }

  return (
    <NativeSelect
      aria-label={`Import row ${row.line} as`}
      className="min-w-40 max-sm:flex-1"
      value={choice ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">As suggested</option>
      <option value="new">Add as new</option>
      <option value="skip">Leave out</option>
      {[...records].map(([id, name]) => (
        <option key={id} value={id}>
          {`${name} (ID ${id})`}
        </option>
      ))}
    </NativeSelect>
  )
}
