import { SmsboxApi } from '../../credentials/SmsboxApi.credentials';

it("hides the key, and begins with the provider's addresses", () => {
	const { properties } = new SmsboxApi();
	expect(properties.find(({ name }) => name === 'apiKey')?.typeOptions?.password).toBe(true);
	const addresses = properties.filter(({ name }) => name.endsWith('BaseUrl'));
	expect(addresses.map((property) => property.default)).toEqual([
		'https://api.smsbox.pro',
		'https://api.wababox.net',
		'https://api.rcsbox.net',
	]);
});
