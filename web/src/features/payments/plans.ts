import type { AppConfig } from '../../lib/api/api-types';
import { basePlan, coveredPlans, publishedPlans } from './plans.gen';

export type PlanName = keyof typeof publishedPlans;

/** In the order in which they are offered: what is sold comes first. */
export const PLANS = Object.keys(publishedPlans) as readonly PlanName[];

export function isPlan(name: string): name is PlanName {
  return Object.hasOwn(publishedPlans, name);
}

type Plan = AppConfig['plans'][string];

/** What the server says about a plan, the published table until it has answered; null for a name that is no plan. */
export function planOf(name: string, config?: AppConfig): Plan | null {
  return config?.plans[name] ?? (isPlan(name) ? publishedPlans[name] : null);
}

/**
 * Longest recording under a plan in seconds, the published one until the server has answered. A name that is no plan gets
 * what is sold.
 */
export function recordingLimit(name: string, config?: AppConfig): number {
  return (planOf(name, config) ?? publishedPlans[basePlan]).maxSeconds;
}

/** Whether a subscription pays for contracts of this plan. */
export function isCoveredPlan(name: string): boolean {
  return coveredPlans.some((plan) => plan === name);
}
