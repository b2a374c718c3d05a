import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import type { AgreementView } from '../../lib/api/api-types';
import type { ListPage } from '../../lib/api/pages';
import { pendingPaymentsKey } from '../payments/api';
import { type AgreementsPage, agreementsKey, eventsKey, statsKey } from './api';

/** The pages with one agreement changed. */
export function changeInPages<Row extends { agreementId: string }>(
  data: InfiniteData<ListPage<Row>> | undefined,
  agreementId: string,
  change: (agreement: Row) => Row,
): InfiniteData<ListPage<Row>> | undefined {
  return (
    data && {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        items: page.items.map((item) => (item.agreementId === agreementId ? change(item) : item)),
      })),
    }
  );
}

/** Writes an act's answer into the list at once and asks again for what it changes elsewhere. */
export function useAgreementCache(userId: number) {
  const queries = useQueryClient();
  return (agreementId: string, change: (agreement: AgreementView) => AgreementView): void => {
    queries.setQueryData<InfiniteData<AgreementsPage>>(agreementsKey(userId), (data) =>
      changeInPages(data, agreementId, change),
    );
    for (const queryKey of [statsKey(userId), eventsKey(agreementId), pendingPaymentsKey]) {
      queries.invalidateQueries({ queryKey }).catch(() => undefined);
    }
  };
}
