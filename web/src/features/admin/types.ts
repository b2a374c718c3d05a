import type { components } from '../../lib/api/api.gen';

/** Shapes of the administrators' calls: names for what is generated from openapi.json. */
type Schemas = components['schemas'];

export type AdminLoginAnswer = Schemas['AdminLoginAnswer'];
export type AdminStats = Schemas['AdminStats'];
export type AdminUser = Schemas['AdminUser'];
export type AdminAgreement = Schemas['AdminAgreementView'];
export type AdminPayment = Schemas['AdminPaymentView'];
export type Ticket = Schemas['Ticket'];
export type ManualOrder = Schemas['AdminManualOrderView'];
export type Job = Schemas['AdminJob'];
export type DeadLetter = Schemas['AdminDeadLetter'];
export type AdminSystem = Schemas['AdminSystem'];
export type AdminHealth = Schemas['SystemHealth'];
export type Away = Schemas['AdminAway'];
export type Verification = Schemas['AdminVerification'];
export type AdminAct = Schemas['AdminAct'];
export type SentMail = Schemas['AdminMail'];
