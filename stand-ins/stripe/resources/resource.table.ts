import type { ApiRoute } from '../api.route.js';
import { balanceRoutes } from './balance/balance.resource.js';
import { payoutRoutes } from './balance/payouts.resource.js';
import { priceRoutes } from './catalog/prices.resource.js';
import { productRoutes } from './catalog/products.resource.js';
import { chargeRoutes } from './charges.resource.js';
import { accountLinkRoutes } from './connect/account-links.resource.js';
import { accountRoutes } from './connect/accounts.resource.js';
import { transferReversalRoutes } from './connect/transfer-reversals.resource.js';
import { transferRoutes } from './connect/transfers.resource.js';
import { customerRoutes } from './customers.resource.js';
import { eventRoutes } from './events.resource.js';
import { invoicePaymentRoutes } from './invoices/invoice-payments.resource.js';
import { invoiceRoutes } from './invoices/invoices.resource.js';
import { disputeRoutes } from './money-back/disputes.resource.js';
import { refundRoutes } from './money-back/refunds.resource.js';
import { paymentIntentRoutes } from './payment-intents.resource.js';
import { paymentMethodRoutes } from './payment-methods.resource.js';
import { subscriptionRoutes } from './subscriptions/subscriptions.resource.js';
import { testClockRoutes } from './subscriptions/test-clocks.resource.js';
import { webhookEndpointRoutes } from './webhook-endpoints.resource.js';

/** Everything the stand-in answers. A new resource is one file and one line here. */
export const API_ROUTES: readonly ApiRoute[] = [
  ...customerRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...chargeRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...balanceRoutes,
  ...payoutRoutes,
  ...accountRoutes,
  ...accountLinkRoutes,
  ...transferRoutes,
  ...transferReversalRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...invoicePaymentRoutes,
  ...testClockRoutes,
];
