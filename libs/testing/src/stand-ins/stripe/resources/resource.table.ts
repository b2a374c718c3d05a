import type { ApiRoute } from '../api.route.js';
import { chargeRoutes } from './charges.resource.js';
import { customerRoutes } from './customers.resource.js';
import { eventRoutes } from './events.resource.js';
import { paymentIntentRoutes } from './payment-intents.resource.js';
import { paymentMethodRoutes } from './payment-methods.resource.js';
import { webhookEndpointRoutes } from './webhook-endpoints.resource.js';

/** Everything the stand-in answers. A new resource is one file and one line here. */
export const API_ROUTES: readonly ApiRoute[] = [
  ...customerRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...chargeRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
];
