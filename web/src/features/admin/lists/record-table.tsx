import { memo, type ReactNode } from 'react';
import { adminTexts } from '#texts/admin';
import { Cell, HeadCell, Table } from '../../../components/ui/table';
import { useMediaQuery } from '../../../lib/browser/hooks';
import { cn } from '../../../lib/cn';

export interface Column<T> {
  id: string;
  label: string;
  cell: (row: T) => ReactNode;
  /** On small screens: what the card is called, or the sign in its corner; otherwise a named value. */
  place?: 'title' | 'corner';
  /** On small screens: a named value with a line of its own. */
  isWide?: boolean;
  className?: string;
}

interface RecordTableProps<T> {
  label: string;
  rows: readonly T[];
  rowKey: (row: T) => string;
  columns: readonly Column<T>[];
  /** Keep it stable: rows are drawn again only when it or their record changes. */
  actions?: (row: T) => ReactNode;
}

interface RowProps<T> {
  row: T;
  columns: readonly Column<T>[];
  actions?: (row: T) => ReactNode;
}

function TableRowBase<T>({ row, columns, actions }: RowProps<T>) {
  return (
    <tr>
      {columns.map((column) => (
        <Cell key={column.id} className={column.className}>
          {column.cell(row)}
        </Cell>
      ))}
      {actions && (
        <Cell className="text-right">
          <div className="flex flex-wrap justify-end gap-2">{actions(row)}</div>
        </Cell>
      )}
    </tr>
  );
}

function CardRowBase<T>({ row, columns, actions }: RowProps<T>) {
  const shown = actions?.(row);
  return (
    <li className="flex flex-col gap-3 border-b border-line py-4 [contain-intrinsic-size:auto_16rem] [content-visibility:auto] [overflow-clip-margin:0.5rem] last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        {columns
          .filter((column) => column.place)
          .map((column) => (
            <div key={column.id} className={cn('min-w-0', column.place === 'title' && 'grow basis-3/5')}>
              {column.cell(row)}
            </div>
          ))}
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm max-2xs:grid-cols-1 sm:grid-cols-3">
        {columns
          .filter((column) => !column.place)
          .map((column) => (
            <div key={column.id} className={cn('min-w-0', column.isWide && 'col-span-full')}>
              <dt className="text-muted">{column.label}</dt>
              <dd>{column.cell(row)}</dd>
            </div>
          ))}
      </dl>
      {shown && <div className="flex flex-wrap gap-2">{shown}</div>}
    </li>
  );
}

const TableRow = memo(TableRowBase) as typeof TableRowBase;
const CardRow = memo(CardRowBase) as typeof CardRowBase;

/** Records as a table; on small screens as cards with the same content. */
export function RecordTable<T>({ label, rows, rowKey, columns, actions }: RecordTableProps<T>) {
  const isNarrow = useMediaQuery('(max-width: 63.99rem)');
  if (isNarrow) {
    return (
      <ul aria-label={label}>
        {rows.map((row) => (
          <CardRow key={rowKey(row)} row={row} columns={columns} actions={actions} />
        ))}
      </ul>
    );
  }
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.id}>{column.label}</HeadCell>
          ))}
          {actions && <HeadCell className="text-right">{adminTexts.list.actions}</HeadCell>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={rowKey(row)} row={row} columns={columns} actions={actions} />
        ))}
      </tbody>
    </Table>
  );
}
