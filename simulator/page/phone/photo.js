const WIDTH = 480;
const HEIGHT = 320;

/**
 * A picture that is drawn here, a little different each time: nothing is loaded from anywhere.
 * @returns {string} a PNG as base64
 */
export function takePhoto() {
	const canvas = document.createElement('canvas');
	canvas.width = WIDTH;
	canvas.height = HEIGHT;
	const pen = canvas.getContext('2d');
	const hue = Math.floor(Math.random() * 360);
	const sky = pen.createLinearGradient(0, 0, 0, HEIGHT);
	sky.addColorStop(0, `hsl(${hue} 70% 62%)`);
	sky.addColorStop(1, `hsl(${(hue + 50) % 360} 80% 82%)`);
	pen.fillStyle = sky;
	pen.fillRect(0, 0, WIDTH, HEIGHT);
	pen.fillStyle = `hsl(${(hue + 60) % 360} 95% 88%)`;
	pen.beginPath();
	pen.arc(WIDTH * (0.25 + Math.random() / 2), HEIGHT * 0.4, HEIGHT * 0.16, 0, 2 * Math.PI);
	pen.fill();
	for (const [height, light] of [
		[0.5, 38],
		[0.3, 26],
	]) {
		pen.fillStyle = `hsl(${(hue + 180) % 360} 35% ${light}%)`;
		pen.beginPath();
		pen.moveTo(0, HEIGHT);
		for (let x = 0; x <= WIDTH; x += WIDTH / 6) {
			pen.lineTo(x, HEIGHT * (1 - height * (0.5 + Math.random() / 2)));
		}
		pen.lineTo(WIDTH, HEIGHT);
		pen.fill();
	}
	return canvas.toDataURL('image/png').split(',')[1];
}
