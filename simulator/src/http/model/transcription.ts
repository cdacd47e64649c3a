import { InvalidRequest } from './conversation';

/**
 * OpenAI's `POST /v1/audio/transcriptions`: a fixed sentence, whatever the file has.
 * @throws InvalidRequest for a form without a model or a file
 */
export function transcribe(body: Buffer, contentType: string): object {
	if (!contentType.startsWith('multipart/form-data; boundary='))
		throw new InvalidRequest('Could not parse multipart form');
	for (const parameter of ['model', 'file'])
		if (!body.includes(`name="${parameter}"`))
			throw new InvalidRequest(`Missing required parameter: '${parameter}'.`, parameter);
	return { text: 'This is a transcribed voice message.' };
}
