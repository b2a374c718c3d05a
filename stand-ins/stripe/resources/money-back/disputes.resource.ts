import type Stripe from 'stripe';
import { errors } from '../../api.errors.js';
import type { ApiContext, ApiRoute } from '../../api.route.js';
import { changedValues } from '../../event.log.js';
import { pageReader } from '../../list.view.js';
import { mergeMetadata, type Params } from '../../request.params.js';
import { decideDispute, EVIDENCE_TEXTS, isOpen } from './dispute.lifecycle.js';

function disputeAt(id: string, { store }: ApiContext): Stripe.Dispute {
  const dispute = store.in('disputes').get(id);
  if (dispute === undefined) throw errors.notFound('dispute', id);
  return dispute;
}

function openDisputeAt(id: string, context: ApiContext): Stripe.Dispute {
  const dispute = disputeAt(id, context);
  if (!isOpen(dispute)) throw errors.refused('This dispute is already closed', undefined, 'dispute');
  return dispute;
}

function readEvidence(params: Params): Partial<Stripe.Dispute.Evidence> | undefined {
  const sent = params.hash('evidence');
  if (sent === undefined) return undefined;
  const entries = EVIDENCE_TEXTS.map((name) => [name, sent.text(name, 20_000)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** What Stripe's test mode decides by the text of the evidence; undefined leaves the dispute under review. */
function outcomeOf({ uncategorized_text: text }: Stripe.Dispute.Evidence): 'won' | 'lost' | undefined {
  if (text === 'winning_evidence') return 'won';
  return text === 'losing_evidence' ? 'lost' : undefined;
}

function submitted(dispute: Stripe.Dispute): Stripe.Dispute {
  return {
    ...dispute,
    status: 'under_review',
    evidence_details: {
      ...dispute.evidence_details,
      submission_count: dispute.evidence_details.submission_count + 1,
      submission_method: 'manual',
    },
  };
}

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/disputes/:id',
  prepare: (call, context) => () => disputeAt(call.id, context),
};

/** Evidence is submitted unless `submit` is false; staged evidence waits for a later `submit`. */
const update: ApiRoute = {
  method: 'POST',
  path: '/v1/disputes/:id',
  prepare({ id, params, origin }, context) {
    const evidence = readEvidence(params);
    const metadata = params.metadata();
    const submit = params.flag('submit');
    return () => {
      const isAnswer = evidence !== undefined || submit === true;
      const before = isAnswer ? openDisputeAt(id, context) : disputeAt(id, context);
      const all = { ...before.evidence, ...evidence };
      const noted: Stripe.Dispute = {
        ...before,
        evidence: all,
        evidence_details: {
          ...before.evidence_details,
          has_evidence: EVIDENCE_TEXTS.some((name) => all[name] !== null),
        },
        metadata: mergeMetadata(before.metadata, metadata),
      };
      const isSubmitted = isAnswer && submit !== false;
      const after = context.store.in('disputes').put(isSubmitted ? submitted(noted) : noted);
      const changed = changedValues(before, after);
      if (Object.keys(changed).length > 0)
        context.events.emit('charge.dispute.updated', after, origin, changed);
      const outcome = isSubmitted ? outcomeOf(after.evidence) : undefined;
      return outcome === undefined ? after : decideDispute(after, outcome, context);
    };
  },
};

/** The seller gives in: the dispute is lost. */
const close: ApiRoute = {
  method: 'POST',
  path: '/v1/disputes/:id/close',
  prepare:
    ({ id, origin }, context) =>
    () =>
      decideDispute(openDisputeAt(id, context), 'lost', context, origin),
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/disputes',
  prepare(call, { store }) {
    const page = pageReader(call);
    const charge = call.params.filledText('charge');
    const intent = call.params.filledText('payment_intent');
    return () =>
      page(
        store.in('disputes').newestFirst(),
        (dispute) =>
          (charge === undefined || dispute.charge === charge) &&
          (intent === undefined || dispute.payment_intent === intent),
      );
  },
};

export const disputeRoutes: readonly ApiRoute[] = [retrieve, update, close, list];
