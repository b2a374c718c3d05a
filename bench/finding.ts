import { bootstrap, median } from './statistics.js';

/** One line of the table. */
export interface Finding {
  row: string;
  what: string;
  ours: number;
  /** Null where there is nothing to compare with. */
  control: number | null;
  unit: string;
  /** Ours divided by the control's, or ours itself where the goal is an absolute. */
  value: number;
  valueUnit: string;
  low: number;
  high: number;
  goal: string;
  isMet: boolean;
}

export interface Goal {
  /** The value must stay on this side, at the bad end of its interval. */
  atMost?: number;
  atLeast?: number;
}

/** Compares per-round values of both sides; the ratio is taken round by round. */
export function ratioFinding(
  row: string,
  what: string,
  unit: string,
  ours: readonly number[],
  control: readonly number[],
  goal: Goal,
): Finding {
  const ratios = ours.map((value, round) => value / (control[round] ?? Number.NaN));
  const finding = valueFinding(row, what, unit, ratios, goal, '×');
  return { ...finding, ours: median(ours), control: median(control) };
}

/** Holds per-round values against an absolute goal. */
export function valueFinding(
  row: string,
  what: string,
  unit: string,
  values: readonly number[],
  goal: Goal,
  goalUnit = ` ${unit}`,
): Finding {
  const value = median(values);
  const { low, high } = bootstrap(values);
  const isMet = high <= (goal.atMost ?? Number.POSITIVE_INFINITY) && low >= (goal.atLeast ?? -Infinity);
  const text = [
    ...(goal.atMost === undefined ? [] : [`≤ ${goal.atMost}${goalUnit}`]),
    ...(goal.atLeast === undefined ? [] : [`≥ ${goal.atLeast}${goalUnit}`]),
  ].join(', ');
  return {
    row,
    what,
    ours: value,
    control: null,
    unit,
    value,
    valueUnit: goalUnit,
    low,
    high,
    goal: text || '–',
    isMet,
  };
}

/** The findings as one table of text. */
export function table(findings: readonly Finding[]): string {
  const header = ['row', 'what', 'ours', 'control', 'value', '95 % interval', 'goal', 'result'];
  const lines = findings.map((finding) => [
    finding.row,
    finding.what,
    `${short(finding.ours)} ${finding.unit}`,
    finding.control === null ? '–' : `${short(finding.control)} ${finding.unit}`,
    short(finding.value) + finding.valueUnit,
    `${short(finding.low)} … ${short(finding.high)}`,
    finding.goal,
    finding.goal === '–' ? '–' : finding.isMet ? 'met' : 'MISSED',
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const draw = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [draw(header), widths.map((width) => '─'.repeat(width)).join('  '), ...lines.map(draw)].join('\n');
}

function short(value: number): string {
  if (Math.abs(value) >= 1000) return String(Math.round(value));
  return value.toPrecision(3);
}
