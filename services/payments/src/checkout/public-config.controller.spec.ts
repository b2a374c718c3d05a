import { PaymentsConfig } from '../config.js';
import { PublicConfigController } from './public-config.controller.js';

it('tells the longest recording that an installation takes', () => {
  const config = Object.assign(new PaymentsConfig(), { longestRecordingSeconds: 120 });
  expect(new PublicConfigController(config).publicConfig()).toMatchObject({
    plans: { basic: { maxSeconds: 120 }, pro: { maxSeconds: 120 } },
    limits: { 'split-second-contract': 120, basic: 120, standard: 120, pro: 120 },
  });
});
