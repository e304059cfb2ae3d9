import {
  countedDocuments,
  type DocumentKind,
  type PartyDocument,
  type PartySummary,
} from '@stockie/contracts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { SheetScroll } from '@/components/details-sheet'
import { ListPlaceholder } from '@/components/list-placeholder'
import { ShowMore } from '@/components/show-more'
import { formatCount, formatDay, formatMoney } from '@/lib/format'

import { DocumentItem } from './document-item'

const words = {
  sale: {
    one: 'sale',
    many: 'sales',
    title: 'Sales',
    last: 'Last sale',
    top: 'Buys most',
    loading: 'Loading sales...',
    failure: 'Failed to load the sales.',
    empty: 'No sales yet.',
  },
  purchase: {
    one: 'purchase',
    many: 'purchases',
    title: 'Purchases',
    last: 'Last purchase',
    top: 'Bought most',
    loading: 'Loading purchases...',
    failure: 'Failed to load the purchases.',
    empty: 'No purchases yet.',
  },
}

type Words = (typeof words)[DocumentKind]

interface PartyHistoryProps {
  kind: DocumentKind
  summary: UseQueryResult<PartySummary>
  documents: UseQueryResult<{ rows: PartyDocument[] }>
  /** Loads the next page. */
  more: Parameters<typeof ShowMore>[0]['list']
}

/** What a customer bought, or what a supplier delivered: a summary, and the documents newest first. */
export function PartyHistory({ kind, summary, documents, more }: PartyHistoryProps) {
  const texts = words[kind]
  return (
    <SheetScroll label={texts.title}>
      <Summary texts={texts} summary={summary} />
      {documents.data ? (
        <>
          {documents.data.rows.length === 0 && (
            <p className="py-10 text-center text-sm text-muted-foreground">{texts.empty}</p>
          )}
          <ol>
            {documents.data.rows.map((row) => (
              <DocumentItem
                key={row.documentId}
                kind={kind}
                id={row.documentId}
                day={row.day}
                about={productsOf(row)}
                amount={row.totalAmount}
                returnedAmount={row.returnedAmount}
                units={unitsOf(row.units)}
              />
            ))}
          </ol>
          <ShowMore
            list={more}
            shown={documents.data.rows.length}
            total={summary.data?.all.count}
          />
        </>
      ) : (
        <ListPlaceholder list={documents} loading={texts.loading} failure={texts.failure} />
      )}
    </SheetScroll>
  )
}

/** Its height does not depend on the answer, so the documents below stay in their place. */
function Summary({ texts, summary }: { texts: Words; summary: UseQueryResult<PartySummary> }) {
  const { data } = summary
  if (!data && summary.isError) {
    return (
      <div className="min-h-52 content-center border-b">
        <ListPlaceholder list={summary} loading="" failure="Failed to load the summary." />
      </div>
    )
  }
  return (
    <dl
      aria-busy={!data}
      className="grid min-h-52 grid-cols-[auto_minmax(0,1fr)] content-start gap-x-6 gap-y-2 border-b py-5 text-sm"
    >
      <Fact term="In all">{data && totalsOf(texts, data.all)}</Fact>
      <Fact term="Last 12 months">{data && totalsOf(texts, data.last12Months)}</Fact>
      <Fact term={texts.last}>{data && (data.last ? formatDay(data.last.day) : 'None')}</Fact>
      <Fact term={texts.top}>{data && <TopProducts summary={data} />}</Fact>
      {data && data.topProducts.length > 0 && (
        <dd className="col-span-full text-xs text-muted-foreground">
          {data.last12Months.count > countedDocuments
            ? `Units in the newest ${formatCount(countedDocuments)} ${texts.many} of the last 12 months`
            : 'Units in the last 12 months'}
        </dd>
      )}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </>
  )
}

function TopProducts({ summary: { topProducts } }: { summary: PartySummary }) {
  if (topProducts.length === 0) return 'Nothing in the last 12 months'
  return (
    <ul>
      {topProducts.map(({ productId, name, units }) => (
        <li key={productId} className="flex justify-between gap-4">
          <span title={name} className="truncate">
            {name}
          </span>
          <span className="shrink-0 font-normal text-muted-foreground">{unitsOf(units)}</span>
        </li>
      ))}
    </ul>
  )
}

function totalsOf({ one, many }: Words, { count, total }: PartySummary['all']) {
  return `${formatCount(count)} ${count === 1 ? one : many} for ${formatMoney(total)}`
}

function unitsOf(units: number) {
  return `${formatCount(units)} ${units === 1 ? 'unit' : 'units'}`
}

/** 'Tea, Rice, Oil and 2 more'. One product may be in several lines, and is named once. */
function productsOf({ productNames, lineCount }: PartyDocument) {
  const more = lineCount - productNames.length
  const names = [...new Set(productNames)].join(', ')
  return more > 0 ? `${names} and ${formatCount(more)} more` : names
}
