import { useCallback, useState } from 'react';
import { adminTexts } from '#texts/admin';
import { Badge } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { planLabel } from '../../lib/format';
import { useAdminSession } from '../../lib/session/admin-session';
import { type AdminUser, disableUser, enableUser, paths } from './api';
import { SearchBox, useFilters } from './lists/filters';
import { ListSection } from './lists/list-section';
import type { Column } from './lists/record-table';
import { When } from './lists/values';
import { type AdminAction, ReasonDialog } from './reason-dialog';

const texts = adminTexts.users;

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    id: 'user',
    label: texts.columns.user,
    place: 'title',
    className: 'max-w-80',
    cell: (user) => (
      <>
        <p className="font-medium wrap-anywhere">{user.username}</p>
        <p className="text-sm wrap-anywhere text-muted">{user.email}</p>
      </>
    ),
  },
  {
    id: 'role',
    label: texts.columns.role,
    place: 'corner',
    cell: (user) => <Badge tone={user.role === 'admin' ? 'purple' : 'blue'}>{texts.roles[user.role]}</Badge>,
  },
  {
    id: 'plan',
    label: texts.columns.plan,
    cell: (user) => (user.subscriptionPlan ? planLabel(user.subscriptionPlan) : texts.free),
  },
  {
    id: 'usage',
    label: texts.columns.usage,
    cell: (user) => <span className="tabular-nums">{texts.usage(user.usageCount)}</span>,
  },
  { id: 'created', label: texts.columns.created, cell: (user) => <When at={user.createdAt} /> },
  {
    id: 'state',
    label: texts.columns.state,
    cell: (user) =>
      user.disabledAt ? (
        <span className="flex flex-col items-start gap-0.5">
          <Badge tone="danger">{texts.disabled}</Badge>
          <When at={user.disabledAt} />
        </span>
      ) : (
        <Badge tone="ok">{texts.active}</Badge>
      ),
  },
];

function stateAction(user: AdminUser): AdminAction {
  const shared = { told: 'user', refreshes: [paths.users, paths.stats] } as const;
  const text = texts.doneText(user.username);
  return user.disabledAt
    ? {
        ...shared,
        title: texts.enableNamed(user.username),
        text: texts.enableText,
        confirm: texts.enable,
        run: (reason) => enableUser(user.id, reason),
        done: { title: texts.enableDone, text },
      }
    : {
        ...shared,
        title: texts.disableNamed(user.username),
        text: texts.disableText,
        confirm: texts.disable,
        isDangerous: true,
        run: (reason) => disableUser(user.id, reason),
        done: { title: texts.disableDone, text },
      };
}

/** Accounts: find one, shut it, open it again. */
export function UsersSection() {
  const { filters, setFilters } = useFilters('q');
  const ownId = useAdminSession()?.user.id;
  const [chosen, setChosen] = useState<AdminUser | null>(null);
  const actions = useCallback(
    (user: AdminUser) =>
      user.id === ownId ? (
        <span className="px-3 text-sm text-muted">{texts.you}</span>
      ) : (
        <Button
          variant="secondary"
          aria-label={user.disabledAt ? texts.enableNamed(user.username) : texts.disableNamed(user.username)}
          onClick={() => setChosen(user)}
        >
          {user.disabledAt ? texts.enable : texts.disable}
        </Button>
      ),
    [ownId],
  );
  return (
    <>
      <ListSection
        title={adminTexts.sections.users}
        path={paths.users}
        filters={filters}
        columns={COLUMNS}
        rowKey={(user) => String(user.id)}
        actions={actions}
        toolbar={<SearchBox label={texts.search} value={filters.q} onSearch={(q) => setFilters({ q })} />}
        empty={{ title: texts.empty, text: texts.emptyText }}
        onClear={filters.q ? () => setFilters({ q: '' }) : undefined}
      />
      {chosen && (
        <ReasonDialog
          action={stateAction(chosen)}
          subject={`${chosen.username} · ${chosen.email}`}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
