import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  ApiTooManyRequestsResponse,
} from '@nestjs/swagger';
import { Access, ErrorAnswer } from '#platform';
import { AssistantService } from './assistant.service.js';
import { AssistantAnswer, AssistantQuestion } from './assistant.view.js';

@ApiTags('assistant')
@Access('anyone')
@Controller('api')
export class AssistantController {
  constructor(private readonly assistant: AssistantService) {}

  @Post('contract-assistant')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Answers a question about contract terms or about this product; never legal advice',
  })
  @ApiOkResponse({ type: AssistantAnswer })
  @ApiBadRequestResponse({ type: ErrorAnswer, description: 'invalid_input' })
  @ApiTooManyRequestsResponse({ type: ErrorAnswer, description: 'too_many_requests' })
  ask(@Body() question: AssistantQuestion): Promise<AssistantAnswer> {
    return this.assistant.answer(question);
  }
}
