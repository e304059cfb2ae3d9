import { importFields, type ImportJob, type ImportPlan } from '@stockie/contracts'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useState } from 'react'

import { FormError } from '@/components/form/form-error'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'

import { columnName, MappingField } from './mapping-field'
import { MappingOptions } from './mapping-options'
import { countRows, pluralOf } from '@/components/import/import-sentences'
import { StepFrame } from './import-frame'

const noColumn =
  'Match at least one column. If the first row of the file is a title, remove it, and choose the file again.'

interface MappingStepProps {
  job: ImportJob
  plan: ImportPlan
  onPlan: (plan: ImportPlan) => void
  isBusy: boolean
  error: string | undefined
  onPreview: () => void
  onOtherFile: () => void
  onClose: () => void
}

/** Asks which column of the file holds which field. */
export function MappingStep(props: MappingStepProps) {
  const { job, plan, onPlan, isBusy, error, onPreview, onOtherFile, onClose } = props
  const { resource, columns, sample, fileName, rowCount } = job
  const { mapping, options } = plan
  const [hasTried, setHasTried] = useState(false)
  const used = new Set(Object.values(mapping).flat())
  const leftOut = columns.flatMap((_, at) => (used.has(at) ? [] : [columnName(columns, at)]))
  const problem = used.size === 0 && hasTried ? noColumn : error

  function setColumns(name: string, chosen: number[]) {
    const { [name]: _before, ...others } = mapping
    onPlan({ ...plan, mapping: chosen.length > 0 ? { ...others, [name]: chosen } : others })
  }

  function setDefault(name: string, text: string) {
    const { [name]: _before, ...others } = options.defaults
    const defaults = text === '' ? others : { ...others, [name]: text }
    onPlan({ ...plan, options: { ...options, defaults } })
  }

  function preview() {
    setHasTried(true)
    if (!isBusy && used.size > 0) onPreview()
  }

  return (
    <StepFrame
      step="Match columns"
      footer={
        <>
          <Button variant="outline" className="mr-auto" onClick={onOtherFile}>
            <ArrowLeft aria-hidden />
            Choose another file
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button aria-disabled={isBusy} onClick={preview} className="min-w-28">
            {isBusy ? <Spinner /> : <ArrowRight aria-hidden />}
            Preview
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-sm wrap-anywhere text-muted-foreground">
          {`${fileName} has ${countRows(rowCount)}. Say which of its columns holds what. A text in “If empty” is for new ${pluralOf(resource)} only. Nothing is stored yet.`}
        </p>
        <FormError message={problem} />
        <div>
          <div
            aria-hidden
            className="grid grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,10rem)] gap-4 border-b pb-2 text-xs font-medium text-muted-foreground max-md:hidden"
          >
            <span>Field</span>
            <span>Column of the file</span>
            <span>Example</span>
            <span>If empty</span>
          </div>
          {importFields[resource].map((field) => (
            <MappingField
              key={field.name}
              field={field}
              columns={columns}
              sample={sample}
              chosen={mapping[field.name] ?? []}
              onChosen={(chosen) => setColumns(field.name, chosen)}
              ifEmpty={options.defaults[field.name] ?? ''}
              onIfEmpty={(text) => setDefault(field.name, text)}
            />
          ))}
        </div>
        <p className="text-sm wrap-anywhere">
          {leftOut.length > 0
            ? `Left out: ${leftOut.join(', ')}.`
            : 'Each column of the file is matched.'}
        </p>
        <MappingOptions
          resource={resource}
          options={options}
          onOptions={(changed) => onPlan({ ...plan, options: changed })}
        />
      </div>
    </StepFrame>
  )
}
