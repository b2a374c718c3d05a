// The compiled service in a process of its own, under the name of the test that starts it.
import { runService } from '#platform';
import { agreementsService } from '../../../dist/services/agreements/src/service.js';

await runService({ ...agreementsService, name: process.argv[2] });
