import type { ComponentProps, ReactNode } from 'react'

import { DraftLines } from '@/components/document/lines/draft-lines'
import { PartySelect } from '@/components/document/pickers/party-select'
import { FormError } from '@/components/form/form-error'
import { TextAreaField } from '@/components/form/text-area-field'
import { PageHeader } from '@/components/page-header'
import { Card } from '@/components/ui/card'
import { type Draft, draftDay, isBlankDraft, noPickedDate } from '@/lib/drafts/draft'
import { useIsSending } from '@/lib/drafts/draft-store'
import { useToday } from '@/lib/hooks/use-today'
import { Breadcrumb } from './breadcrumb'
import { DocumentDate } from './document-date'
import type { DocumentDefinition } from './document-definition'
import { AlreadySavedNotice, SubmitBar, useSubmitShortcut } from './submit-bar'
import type { SubmitErrors } from './submit-errors'
import { useDocumentDraft } from './use-document-draft'
import { useFormFocus, useInitialFocus } from './use-form-focus'

interface Summary {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  problems: SubmitErrors['fields']
}

interface DocumentFormProps<Input, Row> {
  document: DocumentDefinition<Input, Row>
  parties: ComponentProps<typeof PartySelect>['list']
  products: ComponentProps<typeof DraftLines>['products']
  /** Between the lines and the remarks. */
  children?: (summary: Summary) => ReactNode
}

/** The screen that creates a document, of what sales and purchases have in common. */
export function DocumentForm<Input, Row>({
  document,
  parties,
  products,
  children,
}: DocumentFormProps<Input, Row>) {
  const { kind, title, list, party, priceTitle, priceOf, totalsOf } = document
  const today = useToday()
  const places = useFormFocus()
  const { formRef, dateRef, partyRef, searchRef, submitRef, focusSearch } = places
  const { owner, draft, refusal, change, changeLines, clear, submit, recordAsWell } =
    useDocumentDraft(document, places, today)
  const sending = useIsSending(kind, owner)
  const { subtotal, totalAmount } = totalsOf(draft)
  useInitialFocus(places, { hasParty: draft.party !== null, isSending: sending })
  useSubmitShortcut(submit)

  return (
    // As high as the screen, so that the bar at its end is at the end of the screen.
    <div className="flex min-h-[calc(100svh-6rem)] flex-col gap-6 sm:min-h-[calc(100svh-7rem)] lg:min-h-[calc(100svh-8rem)]">
      <div className="grid gap-2">
        <Breadcrumb trail={[{ title: 'Home', to: '/' }, list]} current={title} />
        <PageHeader title={title} />
      </div>
      <form
        ref={formRef}
        aria-label={title}
        aria-busy={sending}
        noValidate
        autoComplete="off"
        // Enter in a field does not sell anything.
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-1 flex-col gap-6 2xl:grid 2xl:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-rows-[1fr_auto] 2xl:items-start"
      >
        <fieldset disabled={sending} className="grid min-w-0 grid-cols-1 gap-4">
          <Card className="grid grid-cols-1 gap-4 p-4 pb-2 sm:grid-cols-2 sm:p-6 sm:pb-2">
            <DocumentDate
              buttonRef={dateRef}
              value={draftDay(draft, today)}
              today={today}
              onChange={(date) => change({ date, pickedOn: today })}
              onToday={() => change(noPickedDate)}
            />
            <PartySelect
              ref={partyRef}
              {...party}
              list={parties}
              value={draft.party}
              error={refusal.fields.party}
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
        <fieldset disabled={sending} className="min-w-0 2xl:sticky 2xl:top-20">
          <Card className="grid auto-cols-fr items-start gap-x-10 gap-y-6 p-4 pb-0 sm:p-6 sm:pb-2 md:max-2xl:grid-flow-col md:max-2xl:pb-6">
            {children?.({ draft, onChange: change, problems: refusal.fields })}
            <TextAreaField
              label="Remarks"
              placeholder="Add remarks here..."
              rows={5}
              value={draft.remark}
              error={refusal.fields.remark}
              onChange={({ target }) => change({ remark: target.value })}
            />
          </Card>
        </fieldset>
        <SubmitBar
          submitRef={submitRef}
          totalAmount={totalAmount}
          isSending={sending}
          canClear={!isBlankDraft(draft)}
          onSubmit={submit}
          onClear={clear}
        >
          <FormError message={refusal.message} />
          {refusal.earlier !== undefined && (
            <AlreadySavedNotice earlier={refusal.earlier} onRecord={recordAsWell} onClear={clear} />
          )}
        </SubmitBar>
      </form>
    </div>
  )
}
