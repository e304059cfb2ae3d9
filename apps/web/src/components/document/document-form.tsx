import type { ComponentProps, ReactNode } from 'react'

import { DraftLines } from '@/components/document/lines/draft-lines'
import { PartySelect } from '@/components/document/pickers/party-select'
import { FormError } from '@/components/form/form-error'
import { TextAreaField } from '@/components/form/text-area-field'
import { PageHeader } from '@/components/page-header'
import { Card } from '@/components/ui/card'
import { type Draft, draftDate, isBlankDraft, noPickedDate } from '@/lib/drafts/draft'
import { useIsSending } from '@/lib/drafts/draft-store'
import { useToday } from '@/lib/hooks/use-today'
import { Breadcrumb } from './breadcrumb'
import { DocumentDate } from './document-date'
import { AlreadySavedNotice, SubmitBar, useSubmitShortcut } from './submit-bar'
import type { SubmitErrors } from './submit-errors'
import { type DocumentDefinition, useDocumentDraft } from './use-document-draft'
import { useFormFocus, useInitialFocus } from './use-form-focus'

interface SummaryProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  problems: SubmitErrors['fields']
}

interface DocumentFormProps<Input, Row> {
  document: DocumentDefinition<Input, Row>
  parties: ComponentProps<typeof PartySelect>['list']
  products: ComponentProps<typeof DraftLines>['products']
  /** Shown between the lines and the remarks. */
  children?: (summary: SummaryProps) => ReactNode
}

/** The form that creates a sale or a purchase. */
export function DocumentForm<Input, Row>({
  document,
  parties,
  products,
  children,
}: DocumentFormProps<Input, Row>) {
  const { kind, title, list, party, priceTitle, priceOf, totalsOf } = document
  const today = useToday()
  const formFocus = useFormFocus()
  const { formRef, dateRef, partyRef, searchRef, submitRef, focusSearch } = formFocus
  const { owner, draft, submitErrors, change, changeLines, clear, submit, recordAsNew } =
    useDocumentDraft(document, formFocus, today)
  const isSending = useIsSending(kind, owner)
  const { subtotal, totalAmount } = totalsOf(draft)
  useInitialFocus(formFocus, { hasParty: draft.party !== null, isSending })
  useSubmitShortcut(submit)

  return (
    // At least as high as the screen, so that the submit bar is at its bottom.
    <div className="flex min-h-[calc(100svh-6rem)] flex-col gap-6 sm:min-h-[calc(100svh-7rem)] lg:min-h-[calc(100svh-8rem)]">
      <div className="grid gap-2">
        <Breadcrumb trail={[{ title: 'Home', to: '/' }, list]} current={title} />
        <PageHeader title={title} />
      </div>
      <form
        ref={formRef}
        aria-label={title}
        aria-busy={isSending}
        noValidate
        autoComplete="off"
        // Enter in a field must not submit the sale.
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-1 flex-col gap-6 2xl:grid 2xl:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-rows-[1fr_auto] 2xl:items-start"
      >
        <fieldset disabled={isSending} className="grid min-w-0 grid-cols-1 gap-4">
          <Card className="grid grid-cols-1 gap-4 p-4 pb-2 sm:grid-cols-2 sm:p-6 sm:pb-2">
            <DocumentDate
              buttonRef={dateRef}
              value={draftDate(draft, today)}
              today={today}
              onChange={(date) => change({ date, pickedOn: today })}
              onToday={() => change(noPickedDate)}
            />
            <PartySelect
              ref={partyRef}
              {...party}
              list={parties}
              value={draft.party}
              error={submitErrors.fields.party}
              onChange={(chosen) => change({ party: chosen })}
            />
          </Card>
          <DraftLines
            searchRef={searchRef}
            kind={kind}
            priceTitle={priceTitle}
            priceOf={priceOf}
            products={products}
            productFailure={document.productFailure}
            lines={draft.lines}
            subtotal={subtotal}
            onChange={changeLines}
            onLeave={focusSearch}
          />
        </fieldset>
        <fieldset disabled={isSending} className="min-w-0 2xl:sticky 2xl:top-20">
          <Card className="grid auto-cols-fr items-start gap-x-10 gap-y-6 p-4 pb-0 sm:p-6 sm:pb-2 md:max-2xl:grid-flow-col md:max-2xl:pb-6">
            {children?.({ draft, onChange: change, problems: submitErrors.fields })}
            <TextAreaField
              label="Remarks"
              placeholder="Add remarks here..."
              rows={5}
              value={draft.remark}
              error={submitErrors.fields.remark}
              onChange={({ target }) => change({ remark: target.value })}
            />
          </Card>
        </fieldset>
        <SubmitBar
          submitRef={submitRef}
          totalAmount={totalAmount}
          isSending={isSending}
          canClear={!isBlankDraft(draft)}
          onSubmit={submit}
          onClear={clear}
        >
          <FormError message={submitErrors.message} />
          {submitErrors.alreadySaved !== undefined && (
            <AlreadySavedNotice
              error={submitErrors.alreadySaved}
              onRecord={recordAsNew}
              onClear={clear}
            />
          )}
        </SubmitBar>
      </form>
    </div>
  )
}
