import type { Product } from '@stockie/contracts'
import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
} from 'react'

import { DateField } from '@/components/date/date-field'
import { DraftLines } from '@/components/document/lines/draft-lines'
import { PartySelect } from '@/components/document/pickers/party-select'
import { useUsualParty } from '@/components/document/pickers/use-usual-party'
import { FormError } from '@/components/form/form-error'
import { FormStatus } from '@/components/form/form-status'
import { TextAreaField } from '@/components/form/text-area-field'
import { PageHeader } from '@/components/page-header'
import { PrintAfterSubmit } from '@/components/slip/print-after-submit'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { AlreadySavedError } from '@/lib/api/idempotency'
import { type Draft, draftDate, noPickedDate, type Party } from '@/lib/drafts/draft'
import { readDraft, useSending } from '@/lib/drafts/draft-store'
import { useToday } from '@/lib/hooks/use-today'
import { Breadcrumb } from './breadcrumb'
import { SubmitBar } from './submit-bar'
import type { SubmitErrors } from './submit-errors'
import { type DocumentDefinition, useDocumentDraft } from './use-document-draft'
import { useFormFocus, useInitialFocus } from './use-form-focus'

interface SummaryProps {
  draft: Draft
  /** See useDocumentDraft. */
  recorded: Draft | null
  onChange: (change: Partial<Draft>) => void
  problems: SubmitErrors['fields']
}

interface FormHandle {
  /** Moves the focus to where the next document begins. */
  focusStart: () => void
  /** The party that the form shows for a draft without one. */
  usual: Party | null
}

interface DocumentFormProps<Input, Row> {
  document: DocumentDefinition<Input, Row>
  parties: ComponentProps<typeof PartySelect>['list']
  products: ComponentProps<typeof DraftLines>['products']
  /** Adds a product whose code no product has. */
  ProductDialog: ComponentProps<typeof DraftLines>['ProductDialog']
  /** Adds a customer or a supplier whose name the search does not find. */
  PartyDialog: ComponentProps<typeof PartySelect>['Dialog']
  /** Products that one click adds. Undefined while they load, null if the form has none. */
  productButtons: readonly Product[] | undefined | null
  /** Shown between the lines and the remarks. */
  children?: (summary: SummaryProps) => ReactNode
  /** Shown below the remarks, so that the order of the fields above stays the usual one. */
  renderPayment?: (summary: SummaryProps) => ReactNode
  /** Beside the title. */
  headerActions?: ComponentType<FormHandle>
  /** Beside Clear and Submit. */
  actions?: ComponentType<FormHandle>
  /** Above the submit bar's buttons. */
  notice?: ComponentType<FormHandle>
}

/** The form that creates a sale or a purchase. */
export function DocumentForm<Input, Row>({
  document,
  parties,
  products,
  ProductDialog,
  PartyDialog,
  productButtons,
  children,
  renderPayment,
  headerActions: HeaderActions,
  actions: Actions,
  notice: Notice,
}: DocumentFormProps<Input, Row>) {
  const { kind, title, list, priceTitle, priceOf, totalsOf } = document
  const { usual: usualSetting, ...party } = document.party
  const today = useToday()
  const formFocus = useFormFocus()
  const { startRef, formRef, dateRef, partyRef, searchRef, submitRef, focusSearch } = formFocus
  const { usual, setUsual } = useUsualParty(usualSetting?.key)
  const known = parties.data
  // Another user may have deleted it.
  const usualParty = known?.some(({ id }) => id === usual?.id) === false ? null : usual
  const {
    owner,
    draft,
    isBlank,
    recorded,
    submitErrors,
    change,
    changeLines,
    clear,
    submit,
    stop,
    recordAsNew,
  } = useDocumentDraft(document, formFocus, today, usualParty)
  const sending = useSending(kind, owner)
  const isSending = sending !== undefined
  const { subtotal, totalAmount } = totalsOf(draft)
  const date = draftDate(draft, today)
  useInitialFocus(formFocus, { hasParty: draft.party !== null, isSending })
  useSubmitShortcut(submit)
  const summary: SummaryProps = {
    draft,
    recorded,
    onChange: change,
    problems: submitErrors.fields,
  }
  const handle: FormHandle = {
    usual: usualParty,
    focusStart() {
      const { party: chosen } = readDraft(kind, owner)
      formFocus.findStart((chosen ?? usualParty) !== null)?.focus()
    },
  }

  return (
    // At least as high as the screen, so that the submit bar is at its bottom.
    <div className="flex min-h-[calc(100svh-6rem)] flex-col gap-6 sm:min-h-[calc(100svh-7rem)] lg:min-h-[calc(100svh-8rem)]">
      <div ref={startRef} tabIndex={-1} className="grid gap-2 outline-none">
        <Breadcrumb trail={[{ title: 'Home', to: '/' }, list]} current={title} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <PageHeader title={title} />
          {HeaderActions && <HeaderActions {...handle} />}
        </div>
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
          <Card className="grid grid-cols-1 gap-x-4 gap-y-2 p-4 pb-2 sm:grid-cols-2 sm:p-6 sm:pb-2">
            <DateField
              ref={dateRef}
              value={date}
              canClear
              error={submitErrors.fields.date}
              warning={date !== '' && date !== today ? 'Not today.' : undefined}
              onChange={(picked) => change({ date: picked, pickedOn: today })}
              onToday={() => change(noPickedDate)}
            />
            <PartySelect
              ref={partyRef}
              {...party}
              list={parties}
              Dialog={PartyDialog}
              value={draft.party}
              error={submitErrors.fields.party}
              onChange={(chosen) => change({ party: chosen })}
              usual={usualSetting && { ...usualSetting, party: usualParty, onChange: setUsual }}
            />
          </Card>
          <DraftLines
            searchRef={searchRef}
            kind={kind}
            priceTitle={priceTitle}
            priceOf={priceOf}
            products={products}
            productButtons={productButtons}
            productFailure={document.productFailure}
            ProductDialog={ProductDialog}
            lines={draft.lines}
            error={submitErrors.fields.lines}
            subtotal={subtotal}
            onChange={changeLines}
            onLeave={focusSearch}
          />
        </fieldset>
        <fieldset
          disabled={isSending}
          className="min-w-0 2xl:sticky 2xl:top-[calc(var(--header-bottom)+1rem)]"
        >
          <Card className="grid auto-cols-fr items-start gap-x-10 gap-y-6 p-4 pb-0 sm:p-6 sm:pb-2 md:max-2xl:grid-flow-col md:max-2xl:pb-6">
            {children?.(summary)}
            <div className="grid gap-2">
              <TextAreaField
                label="Remarks"
                placeholder="Add remarks here..."
                rows={5}
                value={draft.remark}
                error={submitErrors.fields.remark}
                onChange={({ target }) => change({ remark: target.value })}
              />
              {renderPayment?.(summary)}
              <PrintAfterSubmit kind={kind} />
            </div>
          </Card>
        </fieldset>
        <SubmitBar
          submitRef={submitRef}
          totalAmount={totalAmount}
          isSending={isSending}
          canClear={!isBlank}
          onSubmit={submit}
          onClear={clear}
          actions={Actions && <Actions {...handle} />}
        >
          {Notice && <Notice {...handle} />}
          <FormError message={submitErrors.message} />
          <FormStatus
            isBusy={isSending}
            stop={sending && { hint: sending.hint, run: stop }}
            note={submitErrors.note}
          />
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

interface AlreadySavedNoticeProps {
  error: AlreadySavedError
  onRecord: () => void
  onClear: () => void
}

/** Says that the draft was already recorded. Only the user knows whether this is another document. */
function AlreadySavedNotice({ error, onRecord, onClear }: AlreadySavedNoticeProps) {
  const { document, isDeleted } = error
  const asDocument = document === undefined ? '' : ` as ${document}`
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-md border border-warning/50 px-4 py-3 text-sm text-warning"
    >
      <p className="wrap-anywhere">
        {isDeleted
          ? `This was recorded already${asDocument}, and deleted since.`
          : `This was recorded already${asDocument}. Your later changes were not saved.`}
      </p>
      <div className="flex flex-wrap gap-2 text-foreground">
        <Button type="button" variant="outline" onClick={onRecord}>
          {isDeleted ? 'Record it again' : 'Record the changed one as well'}
        </Button>
        <Button type="button" variant="outline" onClick={onClear}>
          Clear the draft
        </Button>
      </div>
    </div>
  )
}

/** Ctrl+Enter submits from anywhere on the page, even without a focused field. */
function useSubmitShortcut(submit: () => void) {
  const submitByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // A modal over the page, such as the drawer, handles its own keys.
    if (document.querySelector('[aria-modal=true]')) return
    event.preventDefault()
    event.stopPropagation()
    // A key that is held down submits once.
    if (!event.repeat) submit()
  })

  useEffect(() => {
    // Capture runs before any field handles the Enter.
    document.addEventListener('keydown', submitByKey, { capture: true })
    return () => document.removeEventListener('keydown', submitByKey, { capture: true })
  }, [])
}
