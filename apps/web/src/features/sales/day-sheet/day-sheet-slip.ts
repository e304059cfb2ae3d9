import type { DayFigures, StoredDaySheet } from '@stockie/contracts'

import type { Slip, SlipSection } from '@/components/slip/slip-contents'
import { formatCount, formatDateTime, formatDay, formatMoney } from '@/lib/format'
import {
  countOf,
  deletedParts,
  formatDifference,
  formatHour,
  formatPiece,
  salesSteps,
  signedAmount,
  titleOfPerson,
} from './day-figure-texts'

/** The slip of a day with its present figures. */
export function daySlip({ date, figures }: { date: string; figures: DayFigures }): Slip {
  return {
    ...blankSlip(date),
    about: 'With the figures of this moment.',
    facts: [
      { title: 'Date', text: formatDay(date) },
      { title: 'Printed', text: formatDateTime(new Date().toISOString()) },
    ],
    sections: figureSections(figures),
  }
}

/** The slip of a cash count, with the figures of the day at the moment of the count. */
export function countSlip(sheet: StoredDaySheet): Slip {
  return {
    ...blankSlip(sheet.date),
    about: 'With the figures of the moment of the count.',
    facts: [
      { title: 'Date', text: formatDay(sheet.date) },
      { title: 'Counted', text: formatDateTime(sheet.createdAt) },
      { title: 'By', text: sheet.createdByName },
    ],
    sections: [cashSection(sheet), ...figureSections(sheet.figures)],
    remark: sheet.remark,
  }
}

function blankSlip(date: string) {
  return {
    title: `Day sheet ${formatDay(date)}`,
    isCopy: false,
    lines: [],
    totals: [],
    remark: null,
  }
}

/** How the expected cash of a count came about. */
export function expectedCashRows(sheet: StoredDaySheet) {
  const { openingFloat, figures, paidOtherwise, takenOut, expectedCash } = sheet
  return [
    { title: 'Opening float', amount: formatMoney(openingFloat) },
    { title: 'Sales Total', amount: formatMoney(figures.totalSales) },
    { title: 'Paid by card and otherwise', amount: formatMoney(-paidOtherwise || 0) },
    ...takenOut.map(({ amount, reason }) => ({
      title: `Taken out: ${reason}`,
      amount: formatMoney(-amount),
    })),
    { title: 'Expected cash', amount: formatMoney(expectedCash), isTotal: true },
  ]
}

function cashSection(sheet: StoredDaySheet): SlipSection {
  const pieces = sheet.counted.pieces?.filter(({ count }) => count > 0) ?? []
  return {
    title: 'Cash count',
    rows: [
      ...expectedCashRows(sheet),
      ...pieces.map(({ value, count }) => ({
        title: `${formatCount(count)} x ${formatPiece(value)}`,
        amount: formatMoney((Math.round(value * 100) * count) / 100),
      })),
      { title: 'Counted cash', amount: formatMoney(sheet.countedTotal), isTotal: true },
      { title: 'Difference', amount: formatDifference(sheet.difference) },
    ],
  }
}

function figureSections(figures: DayFigures): SlipSection[] {
  const { byPerson, byHour, totalSales } = figures
  const ofAmounts = figures.returns > 0 ? ', before returns' : ''
  const sections: SlipSection[] = [
    {
      title: 'Sales',
      rows: [
        ...salesSteps(figures).map(({ title, sign, sum }) => ({
          title,
          amount: signedAmount(sign, sum),
        })),
        { title: 'Sales Total', amount: formatMoney(totalSales), isTotal: true },
      ],
    },
    ...deletedParts(figures).map(({ title, count, rows }) => ({
      title: `${title}: ${formatCount(count)}`,
      rows: [
        ...rows.map(({ name, totalAmount, deletedByName }) => ({
          title: `${name}, by ${deletedByName}`,
          amount: formatMoney(totalAmount),
        })),
        ...(count > rows.length
          ? [{ title: `${formatCount(count - rows.length)} more`, amount: '' }]
          : []),
      ],
    })),
    {
      title: `By person${ofAmounts}`,
      rows: byPerson.map((person) => ({
        title: titleOfPerson(person),
        amount: formatMoney(person.grossSales),
      })),
    },
    {
      title: `By hour${ofAmounts}`,
      rows: byHour.map(({ hour, sales, grossSales }) => ({
        title: `${formatHour(hour)}, ${countOf(sales, 'sale')}`,
        amount: formatMoney(grossSales),
      })),
    },
  ]
  return sections.filter((section) => section.rows.length > 0)
}
